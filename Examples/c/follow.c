/* Prints the desktop's appearance, now and at every change, as read from the socket. It needs no
   library:

       cc -o follow follow.c && ./follow

   The socket speaks varlink (https://varlink.org): JSON objects, each ended by a NUL byte. */

#define _GNU_SOURCE /* struct ucred */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char call[] = "{\"method\":\"io.github.appearanced.Watch\",\"more\":true}";

/* The value of a text member that has no escapes, as all words of the interface are. */
static int word(const char *message, const char *member, char *value, size_t size) {
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", member);
    const char *start = strstr(message, pattern);
    if (!start)
        return 0;
    start += strlen(pattern);
    size_t length = strcspn(start, "\"");
    if (length >= size)
        return 0;
    memcpy(value, start, length);
    value[length] = '\0';
    return 1;
}

int main(void) {
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!runtime || snprintf(address.sun_path, sizeof address.sun_path,
                             "%s/appearanced/io.github.appearanced", runtime)
                        >= (int)sizeof address.sun_path) {
        fprintf(stderr, "follow: XDG_RUNTIME_DIR does not lead to a session\n");
        return 1;
    }
    int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (end < 0 || connect(end, (struct sockaddr *)&address, sizeof address) < 0) {
        perror(address.sun_path);
        return 1;
    }
    /* Where users share XDG_RUNTIME_DIR, the socket may be anybody's. */
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(end, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0
        || (peer.uid != geteuid() && peer.uid != 0)) {
        fprintf(stderr, "follow: %s is not yours\n", address.sun_path);
        return 1;
    }
    /* With its NUL, which ends a message. */
    if (write(end, call, sizeof call) != sizeof call) {
        perror("write");
        return 1;
    }

    static char message[65536];
    char last[16] = "", appearance[16], reason[16];
    size_t used = 0;
    ssize_t count;
    while ((count = read(end, message + used, sizeof message - used)) > 0) {
        used += (size_t)count;
        char *nul;
        while ((nul = memchr(message, '\0', used))) {
            if (word(message, "appearance", appearance, sizeof appearance)
                && word(message, "reason", reason, sizeof reason) && strcmp(appearance, last)) {
                printf("%s (by %s)\n", appearance, reason);
                fflush(stdout);
                strcpy(last, appearance);
            }
            size_t taken = (size_t)(nul - message) + 1;
            used -= taken;
            memmove(message, nul + 1, used);
        }
        if (used == sizeof message)
            break; /* No message is so long. */
    }
    fprintf(stderr, "follow: appearanced has gone\n");
    return 3;
}
