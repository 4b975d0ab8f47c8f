/* SPDX-License-Identifier: MIT
   What `appearancectl get` does, in C: asks the socket for the status, prints the appearance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(void) {
    static const char request[] = "{\"method\":\"io.github.appearanced.GetStatus\"}";
    static const char key[] = "\"appearance\":\"";
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char reply[4096];
    size_t length = 0;
    snprintf(address.sun_path, sizeof address.sun_path, "%s/appearanced/io.github.appearanced",
             runtime ? runtime : "");
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return 3;
    if (write(descriptor, request, sizeof request) != sizeof request) return 3;
    while (length == 0 || reply[length - 1] != 0) {
        ssize_t more = read(descriptor, reply + length, sizeof reply - length);
        if (more <= 0) return 3;
        length += (size_t)more;
    }
    char *word = strstr(reply, key);
    if (word == NULL) return 1;
    word += sizeof key - 1;
    printf("%.*s\n", (int)strcspn(word, "\""), word);
    return 0;
}
