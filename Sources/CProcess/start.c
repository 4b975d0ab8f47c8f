// posix_spawn(3) with one step more: it cannot limit the child's descriptors, and to lower the limit of this
// process meanwhile would make each other thread's open(2) fail.

#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#define RANGE_CLOEXEC 4

// All of ours are closed by themselves; this is for those that we were started with.
static void close_others(void) {
    if (syscall(SYS_close_range, 3, ~0U, RANGE_CLOEXEC) == 0) return;
    // A kernel before 5.11.
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 65536) limit.rlim_cur = 65536;
    for (int number = 3; number < (int)limit.rlim_cur; number++) fcntl(number, F_SETFD, FD_CLOEXEC);
}

static int limit_descriptors(uint64_t soft) {
    struct rlimit limit;
    if (soft == 0) return 0;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    // The hard limit may be lower by now.
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &limit);
}

// In the child, which shares the memory: system calls alone, and no return but for an error.
static void execute(const char *path, char *const arguments[], char *const environment[], int output,
                    int error_output, uint64_t descriptors) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
    if (setpgid(0, 0) != 0) return;
    // A preloaded library may have an open of its own, with memory that is the parent's too.
    int input = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY | O_CLOEXEC);
    const int ends[] = {input, output, error_output};
    for (int number = 0; number < 3; number++) {
        int result = ends[number] == number ? fcntl(number, F_SETFD, 0) : dup2(ends[number], number);
        if (result < 0) return;
    }
    close_others();
    if (limit_descriptors(descriptors) != 0) return;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(path, arguments, environment);
}

int cprocess_start(pid_t *process, const char *path, char *const arguments[], char *const environment[],
                   int output, int error_output, uint64_t descriptors) {
    // Its writing end is closed by a successful execve(2). A variable would do for vfork(2), but not for
    // fork(2), by which the thread sanitizer replaces it.
    int failure[2];
    if (pipe2(failure, O_CLOEXEC) != 0) return errno;
    // No handler of ours may run in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = vfork();
    if (child == 0) {
        execute(path, arguments, environment, output, error_output, descriptors);
        int reason = errno;
        int status = write(failure[1], &reason, sizeof reason) < 0 ? 126 : 127;
        // The thread sanitizer has an _exit of its own, which reports the threads of the parent as leaks.
        for (;;) syscall(SYS_exit_group, status);
    }
    int reason = child < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(failure[1]);
    if (child > 0) {
        while (read(failure[0], &reason, sizeof reason) < 0 && errno == EINTR) {}
        while (reason != 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    }
    close(failure[0]);
    *process = child;
    return reason;
}
