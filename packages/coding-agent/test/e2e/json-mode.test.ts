import { runCli } from "@tau/testkit";
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
  expect(stdout).not.toContain('"partial"');
  const deltas = lines.flatMap((line) => (line.assistantMessageEvent?.type === "text_delta" ? [line] : []));
  expect(deltas.map((line) => line.assistantMessageEvent.delta)).toEqual(["Hel", "lo"]);
  expect(deltas.every((line) => line.message === undefined)).toBe(true);
});
