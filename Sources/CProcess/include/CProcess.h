// The start of a child process with a limit of its own, which neither posix_spawn(3) nor Swift can do.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdint.h>
#include <sys/types.h>

/// Starts a program in a process group of its own, with signals as at a login, nothing to read, and
/// nothing open but two outputs.
///
/// A soft limit of descriptors other than 0 is that of the program; this process keeps its own. Returns 0,
/// or the errno.
int cprocess_start(pid_t *process, const char *path, char *const arguments[], char *const environment[],
                   int output, int error_output, uint64_t descriptors);

#endif
