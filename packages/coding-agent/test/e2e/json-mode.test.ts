import { builtCli, createWorkspace, runCli, startProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

test("P-APP-17: json mode writes the header, then each event on a line, deltas alone", async () => {
  await using setup = await withScriptedModel({ text: ["Hel", "lo"] });
  const { exitCode, stdout, stderr } = await runCli({ workspace: setup.workspace, args: ["--mode", "json", "hi"] });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ type: "session", version: 3, cwd: setup.workspace.cwd });
  const types = lines.slice(1).map((line) => line.assistantMessageEvent?.type ?? line.type);
  expect(types.filter((type) => type !== "entry_appended")).toEqual([
    "agent_start",
    "turn_start",
    "message_start",
    "message_end",
    "message_start",
    "text_start",
    "text_delta",
    "text_delta",
    "text_end",
    "message_end",
    "turn_end",
    "agent_end",
    "agent_settled",
  ]);
  expect(lines.filter(({ type }) => type === "message_start").at(-1)).toMatchObject({
    message: { role: "assistant", content: [], stopReason: "pending" },
  });
  expect(stdout).not.toContain('"partial"');
  const deltas = lines.flatMap((line) => (line.assistantMessageEvent?.type === "text_delta" ? [line] : []));
  expect(deltas.map((line) => line.assistantMessageEvent.delta)).toEqual(["Hel", "lo"]);
  expect(deltas.every((line) => line.message === undefined)).toBe(true);
});

test("an answer that comes all at once is told by its deltas alone, too", async () => {
  await using workspace = await createWorkspace();
  const { stdout } = await runCli({ workspace, args: ["--provider", "demo", "--mode", "json", "hello"] });
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const starts = lines.filter(({ type, message }) => type === "message_start" && message.role === "assistant");
  expect(starts.map(({ message }) => message.content)).toEqual([[]]);
  const deltas = lines.flatMap(({ assistantMessageEvent: update }) =>
    update?.type === "text_delta" ? [update.delta] : [],
  );
  expect(deltas.join("")).toBe(lines.findLast(({ type }) => type === "message_end")?.message.content[0].text);
});

test("what follows a failed prompt is not sent", async () => {
  await using setup = await withScriptedModel([{ failure: "invalid-request" }, { text: "never" }]);
  const exit = await runCli({ workspace: setup.workspace, args: ["--mode", "json", "one", "two"] });
  expect(exit.exitCode).toBe(1);
  expect(setup.server.requests).toHaveLength(1);
});

test("P-APP-18: all of it arrives though nobody reads for a while", async () => {
  const text = "0123456789abcdef".repeat(40_000);
  await using setup = await withScriptedModel({ text });
  const { workspace } = setup;
  const program = startProgram({
    command: "sh",
    args: ["-c", '"$0" "$@" | (sleep 1; wc -c)', process.execPath, builtCli, "-p", "go"],
    cwd: workspace.cwd,
    env: workspace.env,
  });
  expect((await program.exited).stdout.trim()).toBe(String(text.length + 1));
});
