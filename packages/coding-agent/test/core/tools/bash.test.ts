import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createReportingBashTool } from "../../../src/core/tools/bash/tool.ts";
import {
  type BashOperations,
  createBashTool,
  createBashToolDefinition,
  createLocalBashOperations,
} from "../../../src/core/tools/index.ts";
import { runScript, sourceUrl } from "../run-script.ts";
import { tempFolder } from "../temp-folder.ts";
import { call, textOf } from "./run-tool.ts";

test("P-TOOL-35: stdout and stderr come merged, in the order of arrival", async () => {
  const result = await call(createReportingBashTool("/"), { command: "echo a; echo b >&2; echo c" });
  expect(result).toEqual({ content: [{ type: "text", text: "a\nb\nc\n" }], details: undefined });
});

test("R180: no output is said to be none", async () => {
  expect(textOf(await call(createReportingBashTool("/"), { command: "true" }))).toBe("(no output)");
});

test("P-TOOL-36: a non-zero exit is an error with the output and the code", async () => {
  const result = await call(createReportingBashTool("/"), { command: "echo why; exit 7" });
  expect(result).toEqual({
    content: [{ type: "text", text: "why\n\nCommand exited with code 7" }],
    details: undefined,
    isError: true,
  });
  expect(textOf(await call(createReportingBashTool("/"), { command: "kill -9 $$" }))).toBe(
    "Command exited with code 137",
  );
});

test("P-TOOL-37, R181: a timeout says so and keeps what was written", async () => {
  const result = await call(createReportingBashTool("/"), { command: "echo begun; sleep 300", timeout: 0.5 });
  expect([result.isError, textOf(result)]).toEqual([true, "begun\n\nCommand timed out after 0.5 seconds"]);
});

test.each([0, -1, Number.NaN, 3_000_000])("a timeout of %d is refused", async (timeout) => {
  await expect(call(createReportingBashTool("/"), { command: "true", timeout })).rejects.toMatchObject({
    code: "invalid-argument",
  });
});

test("R181: a limit of the settings holds where the call has none, and says whose it is", async () => {
  const tool = createReportingBashTool("/", { defaultTimeout: 0.3 });
  expect(textOf(await call(tool, { command: "sleep 300" }))).toBe(
    "Command timed out after 0.3 seconds, the limit for commands that have none of their own. Give timeout to let it run longer.",
  );
  expect(textOf(await call(tool, { command: "sleep 0.5; echo long", timeout: 60 }))).toBe("long\n");
});

test("R182: cd before a command holds for that command alone", async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, "a b"));
  const tool = createReportingBashTool(folder);
  expect(textOf(await call(tool, { command: "cd 'a b' && pwd" }))).toBe(`${join(folder, "a b")}\n`);
  expect(textOf(await call(tool, { command: "pwd" }))).toBe(`${folder}\n`);
  const failed = await call(tool, { command: "cd nowhere && pwd" });
  expect([failed.isError, textOf(failed)]).toEqual([true, expect.stringMatching(/nowhere: No such file or directory/)]);
});

test("R186: a command that is refused is not run", async () => {
  const folder = await tempFolder();
  const refuse = async (command: string) => (command.startsWith("touch") ? "Blocked: no." : undefined);
  const tool = createReportingBashTool(folder, { refuse });
  await expect(call(tool, { command: "touch made" })).rejects.toMatchObject({
    code: "refused",
    message: "Blocked: no.",
  });
  expect(textOf(await call(tool, { command: "ls" }))).toBe("(no output)");
});

test("P-TOOL-38, R193: an abort keeps the partial output", async () => {
  const controller = new AbortController();
  const tool = createReportingBashTool("/");
  const result = await tool.execute("1", { command: "echo begun; sleep 300" }, controller.signal, (update) => {
    if (textOf(update) !== "") controller.abort();
  });
  expect([result.isError, textOf(result)]).toEqual([true, "begun\n\nCommand aborted"]);
});

test("P-TOOL-39: stdin is closed", async () => {
  expect(textOf(await call(createReportingBashTool("/"), { command: "cat; echo done" }))).toBe("done\n");
});

test("P-TOOL-40, R189: the prefix runs before the command in the same shell", async () => {
  const tool = createReportingBashTool("/", { commandPrefix: "greeting=hello\nshout() { echo $1!; }" });
  expect(textOf(await call(tool, { command: "shout $greeting" }))).toBe("hello!\n");
});

test("P-TOOL-41: the spawn hook has the last word on command, folder and environment", async () => {
  const folder = await tempFolder();
  const tool = createReportingBashTool("/", {
    commandPrefix: "p=1",
    sessionEnvironment: () => ({ PI_SESSION_ID: "s1" }),
    spawnHook: ({ command, env }) => ({
      command: `${command}; echo $EXTRA`,
      cwd: folder,
      env: { ...env, EXTRA: `after ${env.PI_SESSION_ID}` },
    }),
  });
  expect(textOf(await call(tool, { command: "echo $p; pwd" }))).toBe(`1\n${folder}\nafter s1\n`);
});

test("commands see the session in their environment, unless that is switched off", async () => {
  let model = "one";
  const options = { sessionEnvironment: () => ({ PI_MODEL: model }) };
  const tool = createReportingBashTool("/", options);
  expect(textOf(await call(tool, { command: "echo $PI_MODEL" }))).toBe("one\n");
  model = "two";
  expect(textOf(await call(tool, { command: "echo $PI_MODEL" }))).toBe("two\n");
  const hidden = createReportingBashTool("/", { ...options, exposeSessionEnvironment: false });
  expect(textOf(await call(hidden, { command: "echo $PI_MODEL" }))).toBe("\n");
});

test("R188: pagers and editors never hold a command up", async () => {
  const command =
    "cd $(mktemp -d) && git init -q && $EDITOR x && git config --get core.pager; echo $GIT_PAGER $GIT_TERMINAL_PROMPT";
  expect(textOf(await call(createReportingBashTool("/tmp"), { command }))).toBe("cat 0\n");
});

test("P-TOOL-42, R194: that it runs is told at once, what is written so far is delivered while the command runs, and the last state at its end", async () => {
  const seen = join(await tempFolder(), "seen");
  const updates: string[] = [];
  const command = `echo one; until [ -e '${seen}' ]; do sleep 0.01; done; echo two`;
  await createReportingBashTool("/").execute("1", { command }, undefined, (update) => {
    updates.push(textOf(update));
    if (updates.length > 1) writeFileSync(seen, "");
  });
  expect([...updates.slice(0, 2), updates.at(-1)]).toEqual(["", "one\n", "one\ntwo\n"]);
});

test("a command that the system does not take is told in words that help", async () => {
  const long = `true # ${"x".repeat(5_000_000)}`;
  await expect(call(createReportingBashTool("/"), { command: long })).rejects.toThrow(
    /too long for the system.*to a file/,
  );
  await expect(call(createReportingBashTool("/"), { command: "echo a\0b" })).rejects.toThrow(
    "cannot hold a NUL character",
  );
});

test("P-TOOL-43, R183: a missing working directory is named", async () => {
  const folder = await tempFolder();
  await expect(call(createReportingBashTool(join(folder, "gone")), { command: "pwd" })).rejects.toThrow(
    `Working directory does not exist: ${join(folder, "gone")}`,
  );
  await expect(call(createReportingBashTool("/etc/passwd"), { command: "pwd" })).rejects.toThrow(
    "Working directory is not a directory: /etc/passwd",
  );
});

test("P-TOOL-44: a long output gives its tail and a file with all of it", async () => {
  const path = join(await tempFolder(), "full.log");
  const result = await call(createReportingBashTool("/", { spillPlace: () => ({ path }) }), { command: "seq 1 2500" });
  const text = textOf(result);
  expect(text.startsWith("501\n502\n")).toBe(true);
  expect(text.endsWith(`2500\n\n[Showing lines 501-2500 of 2500. Full output: ${path}]`)).toBe(true);
  expect(result.details).toMatchObject({
    fullOutputPath: path,
    truncation: { totalLines: 2500, outputLines: 2000, content: "" },
  });
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(2501);
});

test("one endless line gives its end", async () => {
  const path = join(await tempFolder(), "full.log");
  const command = "head -c 200000 /dev/zero | tr '\\0' x";
  const text = textOf(await call(createReportingBashTool("/", { spillPlace: () => ({ path }) }), { command }));
  expect(text).toBe(`${"x".repeat(51_200)}\n\n[Showing the last 50KB of line 1. Full output: ${path}]`);
});

test("without a place for it the full output goes to the temp folder", async () => {
  const { details } = await call(createReportingBashTool("/"), { command: "seq 1 2001" });
  expect(details?.fullOutputPath).toMatch(/tau-bash-[0-9a-f]{16}\.log$/);
  onTestFinished(() => rmSync(details?.fullOutputPath ?? "", { force: true }));
  expect(readFileSync(details?.fullOutputPath ?? "", "utf8").length).toBe(8898);
});

test("binary output is made harmless", async () => {
  const text = textOf(await call(createReportingBashTool("/"), { command: "printf 'a\\000\\033[31mb\\377c\\n'" }));
  expect(text).toBe("ab\ufffdc\n");
});

test("P-TOOL-9: substituted operations decide everything", async () => {
  const seen: unknown[] = [];
  const operations: BashOperations = {
    async exec(command, cwd, { onData, timeout }) {
      seen.push([command, cwd, timeout]);
      onData(Buffer.from("from afar"));
      if (timeout === 1) throw new Error("timeout:1");
      if (timeout === 2) throw new Error("aborted");
      if (timeout === 3) throw new Error("connection lost");
      return { exitCode: timeout === 4 ? null : 0 };
    },
  };
  const tool = createReportingBashTool("/nowhere", { operations });
  expect(textOf(await call(tool, { command: "x" }))).toBe("from afar");
  expect(textOf(await call(tool, { command: "x", timeout: 1 }))).toBe("from afar\n\nCommand timed out after 1 seconds");
  expect(textOf(await call(tool, { command: "x", timeout: 2 }))).toBe("from afar\n\nCommand aborted");
  await expect(call(tool, { command: "x", timeout: 3 })).rejects.toThrow("connection lost");
  expect((await call(tool, { command: "x", timeout: 4 })).isError).toBe(true);
  expect(seen[0]).toEqual(["x", "/nowhere", undefined]);
});

test("local operations can be wrapped by others", async () => {
  const local = createLocalBashOperations({ shellPath: "/bin/sh" });
  const chunks: Buffer[] = [];
  const outcome = await local.exec("echo $0", "/", { onData: (data) => chunks.push(data) });
  expect([outcome, Buffer.concat(chunks).toString()]).toEqual([{ exitCode: 0 }, "/bin/sh\n"]);
});

test("120 MB of output stay out of memory", async () => {
  const path = join(await tempFolder(), "full.log");
  const report = await runScript(`
    import { createBashTool } from ${JSON.stringify(sourceUrl("core/tools/index.ts"))};
    const tool = createBashTool("/", { spillPlace: () => ({ path: ${JSON.stringify(path)} }) });
    await tool.execute("0", { command: "true" });
    const before = process.resourceUsage().maxRSS;
    const { details } = await tool.execute("1", { command: "yes 0123456789abcdef | head -c 120000000" }, undefined, () => {});
    console.log(JSON.stringify({ grownKiB: process.resourceUsage().maxRSS - before, bytes: details.truncation.totalBytes }));
  `);
  const { grownKiB, bytes } = JSON.parse(report);
  expect(grownKiB).toBeLessThan(48 * 1024);
  expect(bytes).toBe(120_000_000);
});

test("a configured shell that is not there is named", async () => {
  await expect(call(createReportingBashTool("/", { shellPath: "/nowhere/sh" }), { command: "true" })).rejects.toThrow(
    "The configured shell cannot be run: /nowhere/sh.",
  );
});

test("called by a program, a command that fails, is ended, runs out of time or is aborted is an error with its output", async () => {
  const controller = new AbortController();
  controller.abort();
  for (const tool of [createBashTool("/"), createBashToolDefinition("/")]) {
    const run = (command: string, timeout?: number, signal?: AbortSignal) =>
      tool.execute("1", { command, ...(timeout && { timeout }) }, signal);
    await expect(run("echo why; exit 7")).rejects.toThrow("why\n\nCommand exited with code 7");
    await expect(run("kill -9 $$")).rejects.toThrow("Command exited with code 137");
    await expect(run("sleep 300", 0.1)).rejects.toThrow("Command timed out after 0.1 seconds");
    await expect(run("true", undefined, controller.signal)).rejects.toThrow("aborted");
    expect(textOf(await run("echo fine"))).toBe("fine\n");
  }
});
