import { expect, test } from "vitest";
import { seccompFilter } from "../../../src/core/sandbox/seccomp-filter.ts";

const ALLOWED = 0x7fff0000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;
const X64 = 0xc000003e;

/** What the kernel does with the program: enough of classic BPF to run ours. */
function decide(program: Buffer, call: { arch: number; number: number; args?: readonly number[] }): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.arch, 4);
  call.args?.forEach((value, index) => void data.writeUInt32LE(value, 16 + index * 8));
  let value = 0;
  for (let at = 0; ; at++) {
    const code = program.readUInt16LE(at * 8);
    const k = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return k;
    if (code === 0x20) value = data.readUInt32LE(k);
    else at += program.readUInt8(at * 8 + (JUMPS[code]?.(value, k) ? 2 : 3));
  }
}

const JUMPS: Record<number, (value: number, k: number) => boolean> = {
  21: (value, k) => value === k,
  53: (value, k) => value >= k,
  69: (value, k) => (value & k) !== 0,
};

test.each([
  ["read", { number: 0 }, ALLOWED],
  ["execve", { number: 59 }, ALLOWED],
  ["ptrace", { number: 101 }, EPERM],
  ["keyctl", { number: 250 }, EPERM],
  ["io_uring_setup", { number: 425 }, EPERM],
  ["clone3", { number: 435 }, ENOSYS],
  ["clone of a process", { number: 56, args: [17] }, ALLOWED],
  ["clone into a user namespace", { number: 56, args: [0x10000011] }, EPERM],
  ["a TCP socket", { number: 41, args: [2, 1] }, ALLOWED],
  ["an IPv6 socket", { number: 41, args: [10, 1] }, ALLOWED],
  ["a netlink socket", { number: 41, args: [16, 3] }, ALLOWED],
  ["a unix socket", { number: 41, args: [1, 1] }, EPERM],
  ["a vsock", { number: 41, args: [40, 1] }, EPERM],
  ["a socket pair", { number: 53, args: [1, 1] }, ALLOWED],
  ["the size of a terminal", { number: 16, args: [0, 0x5413] }, ALLOWED],
  ["typing into a terminal", { number: 16, args: [0, 0x5412] }, EPERM],
  ["the second set of numbers", { number: 0x40000000 + 41, args: [2] }, EPERM],
])("%s", (_name, call, outcome) => {
  const program = seccompFilter("x64", { allowsUnixSockets: false });
  expect(decide(program ?? Buffer.alloc(0), { arch: X64, ...call })).toBe(outcome);
});

test("tracing can be allowed, and nothing else with it", () => {
  for (const [name, arch, numbers] of [
    ["x64", X64, [101, 310, 311]],
    ["arm64", 0xc00000b7, [117, 270, 271]],
  ] as const) {
    const plain = seccompFilter(name, { allowsUnixSockets: false }) ?? Buffer.alloc(0);
    const tracing = seccompFilter(name, { allowsUnixSockets: false, allowsTracing: true }) ?? Buffer.alloc(0);
    const differing = Array.from({ length: 600 }, (_, number) => number).filter(
      (number) => decide(plain, { arch, number }) !== decide(tracing, { arch, number }),
    );
    expect(differing).toEqual(numbers);
    for (const number of numbers) expect(decide(tracing, { arch, number })).toBe(ALLOWED);
  }
});

test("calls of another processor are refused, unix sockets can be allowed, and an unknown processor has no filter", () => {
  const program = seccompFilter("x64", { allowsUnixSockets: true }) ?? Buffer.alloc(0);
  expect(decide(program, { arch: 0x40000003, number: 0 })).toBe(EPERM);
  expect(decide(program, { arch: X64, number: 41, args: [1, 1] })).toBe(ALLOWED);
  const arm = seccompFilter("arm64", { allowsUnixSockets: false }) ?? Buffer.alloc(0);
  expect(decide(arm, { arch: 0xc00000b7, number: 198, args: [1] })).toBe(EPERM);
  expect(decide(arm, { arch: 0xc00000b7, number: 117 })).toBe(EPERM);
  expect(decide(arm, { arch: 0xc00000b7, number: 63 })).toBe(ALLOWED);
  expect(seccompFilter("ppc64", { allowsUnixSockets: false })).toBeUndefined();
});
