/**
 * Builds the program that the kernel runs at each system call of a confined command, in bubblewrap's format: 8-byte
 * records of classic BPF. It refuses with EPERM what namespaces and mounts do not cover: sockets of the machine (a
 * read-only mount does not stop a connection), other kinds of sockets (vsock reaches the host of a virtual machine),
 * inspecting processes, keyrings, new namespaces, mounts, io_uring (which opens sockets past the filter) and typing
 * into a terminal.
 */
export function seccompFilter(arch: string, { allowsUnixSockets, allowsTracing = false }: FilterOptions) {
  const machine = MACHINES[arch];
  if (machine === undefined) return undefined;
  const refused = machine.refused.filter((number) => !allowsTracing || !machine.tracing.includes(number));
  const families = [AF_INET, AF_INET6, AF_NETLINK, ...(allowsUnixSockets ? [AF_UNIX] : [])];
  return encode([
    { code: LOAD, k: ARCHITECTURE },
    { code: JUMP_IF_EQUAL, k: machine.audit, jt: 1, jf: 0 },
    REFUSE,
    { code: LOAD, k: NUMBER },
    // The second set of system call numbers of the same processor (x32).
    { code: JUMP_IF_AT_LEAST, k: 0x40000000, jt: 0, jf: 1 },
    REFUSE,
    ...refused.flatMap((number) => [{ code: JUMP_IF_EQUAL, k: number, jt: 0, jf: 1 }, REFUSE]),
    // The flags of clone3 are in memory, which a filter cannot read. Without clone3, programs fall back to clone.
    { code: JUMP_IF_EQUAL, k: CLONE3, jt: 0, jf: 1 },
    { code: RETURN, k: ERRNO | ENOSYS },
    ...whenCalled(machine.socket, FIRST_ARGUMENT, [
      ...families.flatMap((family) => [{ code: JUMP_IF_EQUAL, k: family, jt: 0, jf: 1 }, ALLOW]),
      REFUSE,
    ]),
    ...whenCalled(machine.clone, FIRST_ARGUMENT, [
      { code: JUMP_IF_SET, k: NEW_NAMESPACES, jt: 0, jf: 1 },
      REFUSE,
      ALLOW,
    ]),
    ...whenCalled(machine.ioctl, SECOND_ARGUMENT, [
      ...TERMINAL_INPUT.flatMap((request) => [{ code: JUMP_IF_EQUAL, k: request, jt: 0, jf: 1 }, REFUSE]),
      ALLOW,
    ]),
    ALLOW,
  ]);
}

export interface FilterOptions {
  readonly allowsUnixSockets: boolean;
  /**
   * Allows a debugger to trace the programs of its own sandbox. They are in a process namespace of their own and under the same filter, which
   * the kernel applies after a tracer has changed a call (since Linux 4.8), so tracing reaches nothing else.
   */
  readonly allowsTracing?: boolean;
}

interface Instruction {
  readonly code: number;
  readonly k: number;
  readonly jt?: number;
  readonly jf?: number;
}

/** Returns code that runs `body` for a system call, with the argument loaded. `body` must end in a return. */
function whenCalled(number: number, argument: number, body: readonly Instruction[]): Instruction[] {
  return [{ code: JUMP_IF_EQUAL, k: number, jt: 0, jf: body.length + 1 }, { code: LOAD, k: argument }, ...body];
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(({ code, k, jt = 0, jf = 0 }, index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jt, index * 8 + 2);
    bytes.writeUInt8(jf, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  });
  return bytes;
}

const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_SET = 0x45;
const RETURN = 0x06;

/** Offsets in the kernel's data about a call. For arguments this is the low half, which suffices for all comparisons here. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;
const SECOND_ARGUMENT = 24;

const ERRNO = 0x00050000;
const EPERM = 1;
const ENOSYS = 38;
const ALLOW: Instruction = { code: RETURN, k: 0x7fff0000 };
const REFUSE: Instruction = { code: RETURN, k: ERRNO | EPERM };

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const CLONE3 = 435;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e020000;
/** TIOCSTI and TIOCLINUX. */
const TERMINAL_INPUT = [0x5412, 0x541c];

interface Machine {
  readonly audit: number;
  readonly socket: number;
  readonly clone: number;
  readonly ioctl: number;
  readonly refused: readonly number[];
  /** ptrace, process_vm_readv, process_vm_writev. */
  readonly tracing: readonly number[];
}

/**
 * The same numbers on both processors: io_uring_*, open_tree, move_mount, fsopen, fsconfig, fsmount, fspick,
 * pidfd_getfd, mount_setattr, open_tree_attr.
 */
const NEWER = [425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442, 467];

/**
 * ptrace, process_vm_readv, process_vm_writev, kcmp, unshare, setns, mount, umount2, pivot_root, add_key, request_key, keyctl, bpf,
 * perf_event_open, userfaultfd, init_module, finit_module, delete_module, kexec_load, kexec_file_load, open_by_handle_at, swapon,
 * swapoff, reboot, acct, quotactl, syslog, sethostname, setdomainname.
 */
const MACHINES: Readonly<Record<string, Machine>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    clone: 56,
    ioctl: 16,
    tracing: [101, 310, 311],
    refused: [
      101, 310, 311, 312, 272, 308, 165, 166, 155, 248, 249, 250, 321, 298, 323, 175, 313, 176, 246, 320, 304, 167, 168,
      169, 163, 179, 103, 170, 171,
    ].concat(NEWER),
  },
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    clone: 220,
    ioctl: 29,
    tracing: [117, 270, 271],
    refused: [
      117, 270, 271, 272, 97, 268, 40, 39, 41, 217, 218, 219, 280, 241, 282, 105, 273, 106, 104, 294, 265, 224, 225,
      142, 89, 60, 116, 161, 162,
    ].concat(NEWER),
  },
};
