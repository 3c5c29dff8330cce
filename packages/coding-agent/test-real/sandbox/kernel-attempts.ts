import { attempts, controlled, type EscapeAttempt } from "./attempt.ts";

/** Numbers of system calls: of x64, and of arm64. */
const CALLS = {
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  fsopen: [430, 430],
  open_tree: [428, 428],
  move_mount: [429, 429],
  mount_setattr: [442, 442],
  process_vm_readv: [310, 270],
  pidfd_getfd: [438, 438],
  open_by_handle_at: [304, 265],
  init_module: [175, 105],
  kexec_load: [246, 104],
  sethostname: [170, 161],
  swapon: [167, 224],
  acct: [163, 89],
  quotactl: [179, 60],
  pivot_root: [155, 41],
  ptrace: [101, 117],
  syslog: [103, 116],
} as const;

function number(name: keyof typeof CALLS): number {
  return CALLS[name][process.arch === "arm64" ? 1 : 0];
}

/** Prints ESCAPED unless the kernel refuses the call itself, whatever its arguments are worth. */
function call(name: keyof typeof CALLS, ...args: string[]): string {
  return `perl -e '$! = 0; $r = syscall(${[number(name), ...args].join(", ")}); print "ESCAPED ${name} $!" unless $r == -1 && ($! == 1 || $! == 38)'`;
}

const calls = attempts({
  "keyring of the session": call("keyctl", "0", "-3", "0", "0", "0"),
  "a key in the keyring of the user": call("add_key", '"user"', '"x"', '"y"', "1", "-4"),
  "a key from the keyring": call("request_key", '"user"', '"x"', "0", "-4"),
  "a program for the kernel": call("bpf", "0", "0", "0"),
  "events of processors": call("perf_event_open", "0", "0", "-1", "-1", "0"),
  "page faults in user space": call("userfaultfd", "0"),
  "io_uring, which opens sockets past a filter": call("io_uring_setup", "1", "0"),
  "a user namespace by unshare": call("unshare", "0x10000000"),
  "a mount namespace by unshare": call("unshare", "0x20000"),
  "a network namespace by unshare": call("unshare", "0x40000000"),
  "another namespace by setns": call("setns", "0", "0"),
  "a mount": call("mount", '"x"', '"/tmp"', '"tmpfs"', "0", "0"),
  "a mount by the new calls": call("fsopen", '"tmpfs"', "0"),
  "a copy of a mount": call("open_tree", "-100", '"/"', "1"),
  "a move of a mount": call("move_mount", "-100", '"/"', "-100", '"/tmp"', "0"),
  "a change of a mount": call("mount_setattr", "-100", '"/"', "0", "0", "0"),
  "memory of another process": call("process_vm_readv", "1", "0", "0", "0", "0", "0"),
  "a descriptor of another process": call("pidfd_getfd", "0", "0", "0"),
  "a file by its handle": call("open_by_handle_at", "-100", "0", "0"),
  "a module of the kernel": call("init_module", "0", "0", '""'),
  "another kernel": call("kexec_load", "0", "0", "0", "0"),
  "the name of the machine": call("sethostname", '"x"', "1"),
  swap: call("swapon", '"x"', "0"),
  accounting: call("acct", "0"),
  quotas: call("quotactl", "0", "0", "0", "0"),
  "another root": call("pivot_root", '"."', '"."'),
  tracing: call("ptrace", "0", "0", "0", "0"),
  "the log of the kernel": call("syslog", "3", "0", "0"),
});

export const kernelAttempts: readonly EscapeAttempt[] = [
  ...calls,
  ...controlled({
    "kill a process of the user": ({ victim }) => `kill -9 ${victim}`,
    "stop a process of the user": ({ victim }) => `kill -STOP ${victim} && kill -CONT ${victim} && echo ESCAPED`,
    "see processes of the user": ({ victim }) =>
      `[ -e /proc/${victim} ] && echo ESCAPED; ps -e | grep -q "[s]leep" && echo ESCAPED`,
  }),
  ...attempts({
    "kill everything": "kill -9 -1; true",
    "a debugger on the first process":
      "gdb -p 1 -batch 2>&1; strace -p 1 2>&1 | grep -q attached && echo ESCAPED; true",
    "remount the root writable": ({ outside }) =>
      `mount -o remount,rw,bind / && echo ESCAPED; mount -o remount,rw / && echo ESCAPED; echo x > ${outside}/rw.txt`,
    "remount in a user namespace": ({ outside }) =>
      `unshare -Urm sh -c 'mount -o remount,rw,bind /; echo x > ${outside}/rw.txt'`,
    "a sandbox in the sandbox": ({ outside }) => `bwrap --bind / / sh -c 'echo x > ${outside}/inner.txt' 2>&1`,
    "a user namespace as root": "unshare -Ur id && echo ESCAPED",
    "the namespaces of the first process": ({ outside }) => `nsenter -t 1 -m -p sh -c 'echo x > ${outside}/ns.txt'`,
    "change the root": ({ outside }) => `chroot / sh -c 'echo x > ${outside}/chroot.txt' && echo ESCAPED`,
    "a program with other rights":
      "su -c id 2>&1 | grep uid=0 && [ $(id -u) != 0 ] && echo ESCAPED; sudo -n id 2>/dev/null && echo ESCAPED; true",
    "a program that sets its user":
      "cp /bin/sh sh2 && chmod u+s sh2; ./sh2 -p -c id; rm -f sh2; grep -q 'NoNewPrivs:.*1' /proc/self/status || echo ESCAPED",
    capabilities: "grep -E 'Cap(Eff|Prm|Bnd|Amb|Inh)' /proc/self/status | grep -qv 0000000000000000 && echo ESCAPED",
    "another user": "setpriv --reuid 1 id && echo ESCAPED; true",
    "the handler of crashes": "echo '|/tmp/x' > /proc/sys/kernel/core_pattern && echo ESCAPED",
    "settings of the kernel":
      "echo 1 > /proc/sys/vm/swappiness && echo ESCAPED; sysctl -w kernel.hostname=x && echo ESCAPED",
    "the magic key": "[ -w /proc/sysrq-trigger ] && echo h > /proc/sysrq-trigger && echo ESCAPED",
    "control groups":
      "mkdir /sys/fs/cgroup/tau-escape-made && echo ESCAPED; for f in /sys/fs/cgroup/*/release_agent; do echo /tmp/x > $f && echo ESCAPED; done 2>/dev/null",
    "files of the kernel":
      "echo x > /sys/kernel/uevent_helper && echo ESCAPED; echo 0 > /sys/power/state && echo ESCAPED",
    devices: "ls /dev | grep -E '^(sd|vd|nvme|mem|kmem|port|loop|mapper|kvm|fuse)' && echo ESCAPED",
    "a file system of its own":
      "mkdir -p fs; fusermount -u fs 2>/dev/null; mount -t proc proc fs && echo ESCAPED; rmdir fs",
    "type into the terminal": `perl -e 'open(T, "+<", "/dev/tty") or exit; ioctl(T, 0x5412, "x") and print "ESCAPED"'`,
    "type into standard input": `perl -e 'for (0, 1, 2) { open(T, "+<&=", $_) or next; ioctl(T, 0x5412, "x") and print "ESCAPED" }'`,
    "the console": `perl -e 'for my $t ("/dev/console", "/dev/tty0", "/dev/tty1") { open(T, "+<", $t) and print "ESCAPED" }'`,
    "other terminals":
      "ls /dev/pts | grep -qv ptmx && for t in /dev/pts/[0-9]*; do [ -w $t ] && echo ESCAPED; done; true",
    "shared memory of the user": "ipcs -m | grep -q 0x && echo ESCAPED; true",
    "message queues of the user": "ipcs -q | grep -q 0x && echo ESCAPED; true",
    "more open namespaces": "ls -l /proc/self/ns >/dev/null; nsenter --net=/proc/1/ns/net true && echo ESCAPED; true",
    "the watchdog of Tau": "ps -ef | grep -q '[t]au-watchdog' && echo ESCAPED; true",
    systemd:
      "systemctl --user status 2>&1 | grep -q running && echo ESCAPED; systemd-run --user id 2>/dev/null && echo ESCAPED; true",
    "at and batch": "echo id | at now 2>/dev/null && echo ESCAPED; true",
  }),
];
