import { expect, test } from "vitest";
import { findDenial } from "../../../src/core/sandbox/denial.ts";

const facts = { exitCode: 1, refusedHosts: [], hasNetwork: false };

test.each([
  ["touch: cannot touch '/etc/x': Read-only file system", "/etc/x, which is read-only"],
  ["Error: EROFS: read-only file system, open '/root/.npm/x'", "/root/.npm/x, which is read-only"],
  ["mv: cannot move '.git' to 'x': Device or resource busy", "replace a file that the sandbox protects"],
  ["mkdir: cannot create directory '.claude/x': Permission denied", "change a file that the sandbox protects"],
  ["sh: 1: cannot create .envrc: Is a directory", "change a file that the sandbox protects"],
  ["curl: (6) Could not resolve host: example.com", "use the network"],
  ["npm error code EAI_AGAIN", "use the network"],
  ["Error: listen EPERM: operation not permitted /tmp/x.sock", "unix socket"],
  ["unshare: unshare failed: Operation not permitted", "a system call"],
  ["bwrap: Can't find source path /x: No such file or directory", "could not be set up"],
])("%s", (output, words) => {
  expect(findDenial({ ...facts, output })).toContain(words);
});

test.each([
  ["the test failed: 1 of 20", 1],
  ["bash: nosuch: command not found", 127],
  ["cat: secret: Permission denied", 1],
  ["touch: cannot touch '/etc/x': Read-only file system", 0],
])("the command's own failure: %s", (output, exitCode) => {
  expect(findDenial({ ...facts, output, exitCode })).toBeUndefined();
});

test("hosts that the proxy refused are named, and with a network a failed lookup is the command's own", () => {
  expect(findDenial({ ...facts, output: "", refusedHosts: ["a.example", "b.example"] })).toContain(
    "a.example, b.example",
  );
  expect(findDenial({ ...facts, output: "Could not resolve host: x", hasNetwork: true })).toBeUndefined();
});
