import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { hasNoStdin, readStdin } from "../../../src/cli/input/read-stdin.ts";

test("a pipe is read to its end, even if it begins late where nothing else was given", async () => {
  const pipe = new PassThrough();
  const read = readFrom(pipe, { optional: false, patienceMs: 0 });
  pipe.write("one ");
  pipe.end("two");
  expect(await read).toEqual({ text: "one two", warnings: [] });
});

test("blank input is no input", async () => {
  const pipe = new PassThrough();
  pipe.end(" \n");
  expect(await readFrom(pipe, { optional: true })).toEqual({ text: undefined, warnings: [] });
});

test("a pipe on which nothing comes does not hold up a prompt", async () => {
  const { text, warnings } = await readFrom(new PassThrough(), { optional: true, patienceMs: 1 });
  expect(text).toBeUndefined();
  expect(warnings).toHaveLength(1);
});

test("once something came, the rest is waited for", async () => {
  const pipe = new PassThrough();
  pipe.write("be");
  const read = readFrom(pipe, { optional: true, patienceMs: 1 });
  setTimeout(() => pipe.end("gun"), 20);
  expect(await read).toEqual({ text: "begun", warnings: [] });
});

test("a terminal is never read", async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  expect(await readFrom(terminal, { optional: false })).toEqual({ text: undefined, warnings: [] });
});

test("what never ends is given up: after the time that was set, or when it is more than a model takes", async () => {
  const slow = new PassThrough();
  slow.write("be");
  await expect(readFrom(slow, { optional: true, timeout: 0.01 })).rejects.toThrow("Stopped after 0.01 s (--timeout)");
  const much = new PassThrough();
  much.write("12345");
  await expect(readFrom(much, { optional: true, maxBytes: 4 })).rejects.toThrow("stdin is larger");
});

test.each([
  [devNull, true],
  [import.meta.filename, false],
  ["/dev/zero", false],
])("%s holds no input: %s", (path, isEmpty) => {
  const descriptor = openSync(path, "r");
  try {
    expect(hasNoStdin(descriptor)).toBe(isEmpty);
  } finally {
    closeSync(descriptor);
  }
  expect(hasNoStdin(descriptor)).toBe(false);
});

type Options = Omit<Parameters<typeof readStdin>[0], "stdin" | "warn">;

async function readFrom(stream: PassThrough, options: Options) {
  const warnings: string[] = [];
  const stdin = stream as unknown as NodeJS.ReadStream;
  const bytes = await readStdin({ stdin, ...options, warn: (message) => warnings.push(message) });
  return { text: bytes && Buffer.from(bytes).toString("utf8"), warnings };
}
