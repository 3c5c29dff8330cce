import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fauxAssistantMessage, fauxToolCall, type JsonObject } from "@tau/ai";
import { expect, test } from "vitest";
import { loadExtensions } from "../../../src/core/extensions/index.ts";
import { sessionWith } from "./session-with.ts";

const fixture = (name: string) => join(import.meta.dirname, "fixtures", `${name}.ts`);
const call = (name: string, args: Record<string, string>) =>
  fauxAssistantMessage(fauxToolCall(name, args), { stopReason: "toolUse" });

test("R134 a hook blocks calls, cannot change their input, and changes a result but not its verdict", async () => {
  await using setup = await sessionWith([], {
    paths: [{ path: fixture("hook"), kind: "hook" }],
    answers: [call("read", { path: "a.txt" }), call("bash", { command: "true" }), fauxAssistantMessage("ok")],
  });
  writeFileSync(join(setup.cwd, "a.txt"), "from a");
  await setup.session.prompt("go");
  const results = setup.session.messages.filter(({ role }) => role === "toolResult");
  expect(results).toMatchObject([
    { isError: false, content: [{ text: expect.stringContaining("from a") }], details: { hooked: true } },
    { isError: true, content: [{ text: "hook says no" }] },
  ]);
});

test("R133, R141 a custom tool gets its arguments in its own order, and no answer where nobody can be asked", async () => {
  await using setup = await sessionWith([], {
    paths: [{ path: fixture("custom-tool"), kind: "custom-tool" }],
    answers: [call("where", {}), fauxAssistantMessage("ok")],
  });
  expect(setup.session.tools.activeNames()).toContain("where");
  await setup.session.prompt("go");
  expect(setup.session.messages[2]).toMatchObject({
    isError: false,
    content: [{ text: "string,object,string,true false false" }],
    details: setup.cwd,
  });
});

test("R137 a custom tool whose name is taken is refused", async () => {
  const paths = [{ path: fixture("taken-tool"), kind: "custom-tool" as const }];
  const { errors } = await loadExtensions({ paths, cwd: import.meta.dirname });
  expect(errors).toEqual([{ path: fixture("taken-tool"), error: expect.stringContaining('a tool "read" already') }]);
});

test("what a custom command returns is sent as a prompt", async () => {
  await using setup = await sessionWith([], {
    paths: [{ path: fixture("custom-command"), kind: "custom-command" }],
    answers: [fauxAssistantMessage("ok")],
  });
  await setup.session.prompt("/shout");
  expect(setup.faux.state.callCount).toBe(0);
  const settled = new Promise((resolve) =>
    setup.session.subscribe(({ type }) => type === "agent_settled" && resolve(0)),
  );
  await setup.session.prompt("/shout hello");
  await settled;
  expect(setup.session.messages[0]).toMatchObject({ role: "user", content: [{ text: "HELLO" }] });
});

test("P-EXT-45 a hook without a default function is an error entry, not a crash", async () => {
  const paths = [{ path: fixture("no-factory"), kind: "hook" as const }];
  expect((await loadExtensions({ paths, cwd: import.meta.dirname })).errors).toHaveLength(1);
});

test("R134, R135 a hook cannot turn a failure into anything else, and of several messages for a run the first is taken", async () => {
  const path = fixture("hook-answers");
  await using setup = await sessionWith([], {
    paths: [
      { path, kind: "hook" },
      { path: fixture("hook-answers-too"), kind: "hook" },
    ],
    answers: [call("read", { path: "missing.txt" }), fauxAssistantMessage("ok")],
  });
  await setup.session.prompt("go");
  const custom = setup.session.messages.filter(({ role }) => role === "custom");
  expect(custom).toMatchObject([{ content: "first" }]);
  expect(setup.session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("missing.txt") }],
  });
});

test("R140 a custom tool hears of the session's life; its failures are reported and keep nobody from hearing", async () => {
  await using setup = await sessionWith([], {
    paths: [{ path: fixture("custom-tools-on-session"), kind: "custom-tool" }],
    answers: [
      fauxAssistantMessage("", { stopReason: "error", errorMessage: "overloaded" }),
      fauxAssistantMessage("ok"),
    ],
  });
  setup.services.settings.set("retry", { enabled: true, maxRetries: 1, baseDelayMs: 1 } as never);
  await setup.session.prompt("go");
  await setup.extensions.shutdown({ reason: "quit" });
  const heard = (globalThis as { heardOnSession?: string[] }).heardOnSession?.splice(0);
  expect(heard).toEqual(["start", "auto_retry_start", "auto_retry_end", "shutdown"]);
  expect(setup.errors[0]).toMatchObject({ event: "session_start", error: "not listening" });
});

test("R137, R138 what is no module is no tool, and no change can be prepared before there is a session", async () => {
  const paths = ["readme.md", "tool.json"].map((name) => ({
    path: fixture("../fixtures").replace(/\.ts$/, `/${name}`),
    kind: "custom-tool" as const,
  }));
  const { errors } = await loadExtensions({ paths, cwd: import.meta.dirname });
  expect(errors).toHaveLength(2);
  const pending = await loadExtensions({ paths: [{ path: fixture("pending-action"), kind: "custom-tool" }], cwd: "." });
  expect(pending.errors).toMatchObject([
    { error: expect.stringContaining("Pending action store unavailable for custom tools in this runtime.") },
  ]);
});

test("R138 a change that a custom tool has prepared is made when the model applies it", async () => {
  const call = (name: string, args: JsonObject) =>
    fauxAssistantMessage(fauxToolCall(name, args), { stopReason: "toolUse" });
  await using setup = await sessionWith([], {
    paths: [{ path: fixture("preparing-tool"), kind: "custom-tool" }],
    answers: [
      call("prepare", {}),
      call("resolve", { action: "apply", reason: "it is right" }),
      call("prepare", {}),
      call("resolve", { action: "discard", reason: "it is wrong" }),
      fauxAssistantMessage("done"),
    ],
  });
  await setup.session.prompt("go");
  const results = setup.session.messages.filter(({ role }) => role === "toolResult");
  expect(results).toMatchObject([
    { content: [{ text: "prepared" }] },
    { isError: false, content: [{ text: "made: it is right" }], details: { sourceToolName: "prepare" } },
    { content: [{ text: "prepared" }] },
    { isError: false, content: [{ text: "Discarded: rename. Reason: it is wrong" }] },
  ]);
});

test("a custom command gets its arguments as a shell would split them", async () => {
  await using setup = await sessionWith([], {
    paths: [{ path: fixture("custom-command"), kind: "custom-command" }],
    answers: [fauxAssistantMessage("ok")],
  });
  const settled = new Promise((resolve) =>
    setup.session.subscribe(({ type }) => type === "agent_settled" && resolve(0)),
  );
  await setup.session.prompt('/shout "hello there" you');
  await settled;
  expect(setup.session.messages[0]).toMatchObject({ role: "user", content: [{ text: "HELLO THERE" }] });
});
