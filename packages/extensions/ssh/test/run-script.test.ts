import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { waitUntil } from "@tau/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MarkedOutput } from "../connection/marked-output.ts";
import { encodeLine, quote } from "../connection/posix-script.ts";
import { runScript, type ScriptRequest } from "../connection/run-script.ts";
import { type Connected, connect } from "./connect.ts";

async function run({ connection }: Connected, request: Omit<ScriptRequest, "onData" | "onErrorData">) {
  let [output, errors] = ["", ""];
  const outcome = await runScript(connection, {
    ...request,
    onData: (bytes) => {
      output += bytes;
    },
    onErrorData: (bytes) => {
      errors += bytes;
    },
  });
  return { ...outcome, output, errors };
}

test("a script runs there with its input, and its exit code comes back", async () => {
  await using other = await connect();
  const input = Buffer.from([0, 1, 2, 255, 10, 13, 0]);
  expect(await run(other, { script: "pwd; wc -c; exit 7", input })).toMatchObject({
    ended: "exit",
    exitCode: 7,
    output: `${other.fake.home}\n7\n`,
  });
});

test("the login shell may be any: quotes, dollars, exclamation marks and line breaks arrive as they are", async () => {
  await using other = await connect();
  const text = `it's "$HOME" \\n \\0101 %s !! \`id\` $(id)\nsecond\tline é 😀 \u0081`;
  expect((await run(other, { script: `printf '%s' ${quote(text)}` })).output).toBe(text);
  const [, call] = (await other.fake.calls()).filter((args) => !args.includes("-O"));
  expect(call?.at(-1)).toMatch(/^exec sh -c '[^'\\!\n]*' [0-9a-f]+$/);
});

test("any word survives quoting and encoding", async () => {
  await using other = await connect();
  const words = fc
    .sample(fc.string({ unit: "binary", minLength: 0, maxLength: 40 }), 60)
    .filter((word) => !word.includes("\0"));
  const script = words.map((word) => `printf '%s\\0' ${quote(word)}`).join("\n");
  const { output } = await run(other, { script });
  expect(output.split("\0").slice(0, -1)).toEqual(words.map((word) => word.toWellFormed()));
});

test("a command of a megabyte arrives", async () => {
  await using other = await connect();
  const text = "x".repeat(1_000_000);
  expect((await run(other, { script: `cat <<'END' | wc -c\n${text}\nEND`, isCommand: true })).output.trim()).toBe(
    "1000001",
  );
}, 60_000);

test("R359: a second command uses the same connection", async () => {
  await using other = await connect();
  await run(other, { script: "true" });
  await run(other, { script: "true" });
  const calls = await other.fake.calls();
  expect(calls.filter((args) => args.includes("-N"))).toHaveLength(1);
  expect(calls.filter((args) => args.at(-1)?.startsWith("exec "))).toHaveLength(2);
});

test("what start-up files write is left out", async () => {
  await using other = await connect();
  await other.fake.behave({ noise: "Welcome to other!\nTAU-0-1\n" });
  expect(await run(other, { script: "echo hello" })).toMatchObject({ output: "hello\n", exitCode: 0 });
});

test("an aborted command is ended there, with everything that it started", async () => {
  await using other = await connect();
  const controller = new AbortController();
  const file = join(other.fake.home, "pids");
  const running = run(other, {
    script: "sleep 300 & echo $! >pids; sleep 300",
    isCommand: true,
    signal: controller.signal,
  });
  const pid = await waitUntil(async () => (existsSync(file) ? Number(await readFile(file, "utf8")) : 0) || undefined, {
    describe: () => "the command has not started",
  });
  controller.abort();
  expect(await running).toMatchObject({ ended: "abort", exitCode: null });
  await waitUntil(() => !isRunning(pid) || undefined, { describe: () => `process ${pid} still runs` });
});

test("a command that ignores the request to end is ended by force", async () => {
  await using other = await connect();
  const outcome = await run(other, {
    script: "trap '' TERM; echo $$ >pid; while :; do sleep 1; done",
    isCommand: true,
    timeoutMs: 1500,
  });
  expect(outcome.ended).toBe("timeout");
  const pid = Number(await readFile(join(other.fake.home, "pid"), "utf8"));
  await waitUntil(() => !isRunning(pid) || undefined, { describe: () => `process ${pid} still runs` });
}, 30_000);

test("a command ends although what it left in the background holds its output open", async () => {
  await using other = await connect();
  const { output, exitCode } = await run(other, { script: "sleep 300 & echo $!; exit 3", isCommand: true });
  expect(exitCode).toBe(3);
  process.kill(Number(output), "SIGKILL");
});

test("output that looks like the end of a command is output", async () => {
  await using other = await connect();
  const { output, errors, exitCode } = await run(other, {
    script: "printf 'a\\nTAU-END-\\nTAU-END-0-1\\n'; printf '\\nTAU' >&2; exit 255",
    isCommand: true,
  });
  expect({ output, errors, exitCode }).toEqual({
    output: "a\nTAU-END-\nTAU-END-0-1\n",
    errors: "\nTAU",
    exitCode: 255,
  });
});

test("a marker is found wherever the pieces of the output are cut", () => {
  const whole = "one\n\nTAU-END-5-12\n";
  for (let first = 0; first <= whole.length; first++)
    for (let second = first; second <= whole.length; second++) {
      let seen = "";
      const output = new MarkedOutput("\nTAU-END-5-", (bytes) => {
        seen += bytes;
      });
      for (const piece of [whole.slice(0, first), whole.slice(first, second), whole.slice(second)])
        output.push(Buffer.from(piece));
      expect([seen, output.exitCode]).toEqual(["one\n", 12]);
    }
});

test("a connection that is lost while a command runs is a clear error, and the next call connects again", async () => {
  await using other = await connect();
  await other.fake.behave({ dropAt: 40 });
  await expect(run(other, { script: "sleep 300", isCommand: true })).rejects.toMatchObject({
    code: "lost",
    message:
      "The connection to other was lost while the command ran. Whether it ended there is not known. The next call connects again.",
  });
  await other.fake.behave({});
  expect(await run(other, { script: "echo back" })).toMatchObject({ output: "back\n" });
  expect((await other.fake.calls()).filter((args) => args.includes("-N"))).toHaveLength(2);
});

test("a connection that was lost in between is opened again, and the command runs once", async () => {
  await using other = await connect();
  await run(other, { script: "true" });
  await other.connection.close();
  await other.connection.open();
  const [socket] = (await other.fake.calls()).flatMap((args) => args[args.indexOf("-S") + 1] ?? []);
  const { rm } = await import("node:fs/promises");
  await rm(socket ?? "");
  expect(await run(other, { script: "echo once | tee -a runs", isCommand: true })).toMatchObject({ output: "once\n" });
  expect(await readFile(join(other.fake.home, "runs"), "utf8")).toBe("once\n");
});

test("an account without a shell is said", async () => {
  await using other = await connect();
  await other.fake.behave({ shell: "/bin/false", noise: "This account is currently not available.\n" });
  await expect(run(other, { script: "true" })).rejects.toThrow(
    "other did not start a POSIX shell: it ended with code 1. It said: This account is currently not available.",
  );
});

test("a script cannot hold a NUL", () => {
  expect(() => encodeLine("a\0b")).toThrow(TypeError);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
