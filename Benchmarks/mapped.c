// mapped PROGRAM [ARGUMENT…]: executes a program and prints how many milliseconds pass until its first window is
// mapped, and the program's process id. The program goes on.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <xcb/xcb.h>

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

int main(int count, char **arguments)
{
    if (count < 2) return 2;
    xcb_connection_t *server = xcb_connect(NULL, NULL);
    if (xcb_connection_has_error(server)) return 1;
    xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(server)).data;
    uint32_t mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;
    xcb_generic_error_t *error = xcb_request_check(
        server, xcb_change_window_attributes_checked(server, screen->root, XCB_CW_EVENT_MASK, &mask));
    if (error) return 1;
    double start = milliseconds();
    pid_t process = fork();
    if (process == 0) {
        // Who reads this program's output waits for its end, and not for that of the other one.
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execv(arguments[1], arguments + 1);
        _exit(127);
    }
    for (xcb_generic_event_t *event; (event = xcb_wait_for_event(server)); free(event)) {
        if ((event->response_type & 0x7f) != XCB_MAP_NOTIFY) continue;
        printf("%.1f %d\n", milliseconds() - start, process);
        return 0;
    }
    return 1;
}
