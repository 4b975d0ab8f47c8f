#!/usr/bin/python3
"""Prints what its process may do, as one JSON object, then reports READY=1 and waits.

A name maps to true where the attempt succeeds. Each attempt runs in a child, so that one attempt
cannot change the next, and a child that a signal ends is reported with the signal's number.
"""
import ctypes
import json
import mmap
import os
import signal
import socket
import tempfile

libc = ctypes.CDLL(None, use_errno=True)


def call(name, *arguments):
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def file(mode=0o666):
    """A new file of this process's user."""
    path = tempfile.mktemp(dir=os.environ["HOME"])
    os.close(os.open(path, os.O_CREAT | os.O_EXCL, mode))
    return path


def has_flag(path, flag):
    return bool(os.statvfs(path).f_flag & flag)


def is_mounted_over(path):
    with open("/proc/self/mountinfo") as mounts:
        return any(line.split()[4] == path for line in mounts)


PR_GET_NO_NEW_PRIVS = 39
CLONE_NEWUSER = 0x10000000
PER_LINUX32 = 0x0008
PTRACE_TRACEME = 0

ATTEMPTS = {
    "gain privileges": lambda: libc.prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0,
    "open a Unix socket": lambda: socket.socket(socket.AF_UNIX).close(),
    "open a netlink socket": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15).close(),
    "open an internet socket": lambda: socket.socket(socket.AF_INET).close(),
    "create a namespace": lambda: call("unshare", CLONE_NEWUSER),
    "set the set-user-ID bit": lambda: os.chmod(file(), 0o4755),
    "change the personality": lambda: call("personality", PER_LINUX32),
    "map writable code": lambda: mmap.mmap(
        -1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close(),
    "change an owner": lambda: os.chown(file(), os.getuid(), os.getgid()),
    "change a priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, 5),
    "trace a process": lambda: call("ptrace", PTRACE_TRACEME, 0, None, None),
    "create a file for others": lambda: bool(os.stat(file()).st_mode & 0o077),
    "see devices": lambda: os.path.exists("/dev/kmsg"),
    "write control groups": lambda: not has_flag("/sys/fs/cgroup", os.ST_RDONLY),
    "write kernel tunables": lambda: not has_flag("/proc/sys", os.ST_RDONLY),
    "read the kernel log": lambda: not is_mounted_over("/proc/kmsg"),
    "write system files": lambda: not has_flag("/usr", os.ST_RDONLY),
    "write system settings": lambda: not has_flag("/etc", os.ST_RDONLY),
    "write the home": lambda: os.unlink(file()),
}


def outcome(attempt):
    """Whether an attempt succeeds, or the signal that ended it."""
    child = os.fork()
    if child == 0:
        try:
            allowed = attempt() is not False
        except OSError:
            allowed = False
        os._exit(0 if allowed else 1)
    status = os.waitpid(child, 0)[1]
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else status == 0


report = {name: outcome(attempt) for name, attempt in ATTEMPTS.items()}
report["user namespace"] = os.readlink("/proc/self/ns/user")
report["host name"] = os.readlink("/proc/self/ns/uts")
print(json.dumps(report), flush=True)
if "NOTIFY_SOCKET" in os.environ:
    notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notify.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
    signal.pause()
