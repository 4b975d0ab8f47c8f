// AppearanceDaemon
