import { existsSync } from "node:fs";
import { join } from "node:path";
import { SessionLog } from "@tau/agent";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import type { ExtensionAPI } from "../../../src/core/extensions/index.ts";
import { sessionPermission } from "../../../src/core/permission/session-permission.ts";
import { type Settings, SettingsStore } from "../../../src/core/settings/index.ts";
import { sessionWith } from "./session-with.ts";

/** Lets the model run a command in a session that asks, with these handlers. Resolves to whether it ran, and to the questions. */
async function ran(extension: (pi: ExtensionAPI) => void, settings: Partial<Settings> = {}, command = "touch made") {
  const cwd = process.cwd();
  const log = SessionLog.inMemory(cwd);
  const store = SettingsStore.inMemory({ permissionMode: "ask", sandbox: "off", ...settings });
  const permission = sessionPermission({ settings: store, cwd, agentDir: join(cwd, "home"), log });
  const questions: string[] = [];
  permission.answer = async ({ reason }) => {
    questions.push(reason);
    return { allow: "no" };
  };
  const answers = [
    fauxAssistantMessage([fauxToolCall("bash", { command })], { stopReason: "toolUse" }),
    fauxAssistantMessage("Done."),
  ];
  await using opened = await sessionWith([extension], { answers, permission });
  await opened.session.prompt("Go");
  await opened.session.waitForIdle();
  const result = opened.session.messages.find(({ role }) => role === "toolResult");
  return { ran: existsSync(join(opened.cwd, "made")), questions, result: JSON.stringify(result) };
}

const says = (permission: { decision: "allow" | "ask"; reason?: string }) => (pi: ExtensionAPI) =>
  pi.on("tool_call", () => ({ permission }));
const answers = (decision: "allow" | "deny", reason?: string) => (pi: ExtensionAPI) =>
  pi.on("permission_request", () => ({ decision, ...(reason ? { reason } : {}) }));

test("a handler that allows a call answers the policy's question", async () => {
  expect(await ran(says({ decision: "allow" }))).toMatchObject({ ran: true, questions: [] });
});

test("a handler that asks makes the policy ask with its reason", async () => {
  const allowing = { permissions: { allow: ["Bash(touch:*)"] } };
  expect(await ran(() => undefined, allowing)).toMatchObject({ ran: true, questions: [] });
  expect(await ran(says({ decision: "ask", reason: "Sure?" }), allowing)).toMatchObject({
    ran: false,
    questions: ["Sure?"],
  });
});

test("deny rules hold against a handler that allows", async () => {
  const denying = { permissions: { deny: ["Bash(touch:*)"] } };
  expect(await ran(says({ decision: "allow" }), denying)).toMatchObject({ ran: false, questions: [] });
  expect(await ran(answers("allow"), denying)).toMatchObject({ ran: false, questions: [] });
});

test("a handler answers a question in place of the user, within the limits of a rule", async () => {
  expect(await ran(answers("allow"))).toMatchObject({ ran: true, questions: [] });
  const denied = await ran(answers("deny", "not today"));
  expect(denied).toMatchObject({ ran: false, questions: [], result: expect.stringContaining("not today") });
  expect((await ran(answers("allow"), {}, "rm -rf /nowhere/at/all && touch made")).questions).toHaveLength(1);
});
