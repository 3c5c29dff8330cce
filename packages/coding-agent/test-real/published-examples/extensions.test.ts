import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, fauxAssistantMessage, fauxToolCall, type JsonObject } from "@tau/ai";
import { beforeAll, describe, expect, test } from "vitest";
import { emitBefore } from "../../src/core/extensions/host/emit-session.ts";
import { createNoUi, type ExtensionUIContext, loadExtensions } from "../../src/core/extensions/index.ts";
import { runnerOf, sessionWith } from "../../test/core/extensions/session-with.ts";
import { publishedExtensions } from "./published-examples.ts";

const examples = publishedExtensions();

/** They import npm packages that the published package does not bring along. */
const NEEDS_A_PACKAGE: Readonly<Record<string, string>> = {
  "custom-provider-anthropic": "@anthropic-ai/sdk",
  gondolin: "@earendil-works/gondolin",
  "with-deps": "ms",
};

const answer = (text: string) => fauxAssistantMessage(text);
const call = (name: string, args: JsonObject) =>
  fauxAssistantMessage(fauxToolCall(name, args), { stopReason: "toolUse" });

/** A user who answers every dialog the same way, and hears what is said. */
function user(reply: { confirm?: boolean; select?: string } = {}) {
  const heard: string[] = [];
  const ui: ExtensionUIContext = {
    ...createNoUi(),
    notify: (message) => void heard.push(message),
    confirm: async (title) => {
      heard.push(`confirm ${title}`);
      return reply.confirm ?? false;
    },
    select: async (title) => {
      heard.push(`select ${title}`);
      return reply.select;
    },
  };
  return { heard, bindings: { mode: "rpc" as const, ui } };
}

describe.skipIf(!examples)("published example extensions", { timeout: 120_000 }, () => {
  const at = (name: string) => join(examples ?? "", name);
  const names = examples ? readdirSync(examples).filter((name) => name !== "README.md") : [];

  // The first import of the host's modules takes its time; it is no part of any example.
  beforeAll(async () => void (await loadExtensions({ paths: [at("modal-editor.ts")], cwd: at(".") })), 120_000);

  test.each(names.filter((name) => !NEEDS_A_PACKAGE[name]))("%s loads", async (name) => {
    const {
      generation: { extensions },
      errors,
    } = await loadExtensions({ paths: [at(name)], cwd: at(".") });
    expect(errors).toEqual([]);
    expect(extensions.length).toBeGreaterThan(0);
  });

  test.each(Object.entries(NEEDS_A_PACKAGE))("%s names the package it lacks: %s", async (name, missing) => {
    const { errors } = await loadExtensions({ paths: [at(name)], cwd: at(".") });
    expect(errors).toEqual([{ path: expect.stringContaining(name), error: expect.stringContaining(missing) }]);
  });

  test("hello: greets by a tool", async () => {
    await using setup = await sessionWith([], {
      paths: [at("hello.ts")],
      answers: [call("hello", { name: "Ada" }), answer("ok")],
    });
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({
      content: [{ text: "Hello, Ada!" }],
      details: { greeted: "Ada" },
    });
  });

  test("structured-output: ends the run with its tool", async () => {
    const args = { headline: "H", summary: "S", actionItems: ["a"] };
    await using setup = await sessionWith([], {
      paths: [at("structured-output.ts")],
      answers: [call("structured_output", args)],
    });
    await setup.session.prompt("go");
    expect(setup.faux.state.callCount).toBe(1);
    expect(setup.session.messages.at(-1)).toMatchObject({ role: "toolResult", details: args });
  });

  test("todo: keeps a list in the details of its results", async () => {
    await using setup = await sessionWith([], {
      paths: [at("todo.ts")],
      answers: [
        call("todo", { action: "add", text: "milk" }),
        call("todo", { action: "toggle", id: 1 }),
        call("todo", { action: "list" }),
        answer("ok"),
      ],
    });
    await setup.session.prompt("go");
    expect(setup.session.messages.at(-2)).toMatchObject({ content: [{ text: "[x] #1: milk" }] });
  });

  test("permission-gate: asks before a dangerous command, and blocks where nobody can be asked", async () => {
    const answers = () => [call("bash", { command: "rm -rf ./nothing-here" }), answer("ok")];
    await using alone = await sessionWith([], { paths: [at("permission-gate.ts")], answers: answers() });
    await alone.session.prompt("go");
    expect(alone.session.messages[2]).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("no UI") }],
    });
    const { heard, bindings } = user({ select: "No" });
    await using asked = await sessionWith([], { paths: [at("permission-gate.ts")], answers: answers(), bindings });
    await asked.session.prompt("go");
    expect(heard.some((line) => line.startsWith("select"))).toBe(true);
    expect(asked.session.messages[2]).toMatchObject({ isError: true, content: [{ text: "Blocked by user" }] });
  });

  test("protected-paths: keeps .env from being written", async () => {
    await using setup = await sessionWith([], {
      paths: [at("protected-paths.ts")],
      answers: [call("write", { path: ".env", content: "x" }), answer("ok")],
    });
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({ isError: true, content: [{ text: 'Path ".env" is protected' }] });
  });

  test("confirm-destructive: a new session needs a yes", async () => {
    for (const confirm of [true, false]) {
      const { bindings } = user({ confirm });
      await using setup = await sessionWith([], { paths: [at("confirm-destructive.ts")], bindings });
      const event = { type: "session_before_switch", reason: "new" } as const;
      expect((await emitBefore(setup.host.generation.dispatch, event))?.cancel ?? false).toBe(!confirm);
    }
  });

  test("input-transform and inline-bash: change what the user typed", async () => {
    const seen: unknown[] = [];
    const reply = ({ messages }: Context) => {
      seen.push(messages.at(-1)?.content);
      return answer("ok");
    };
    await using setup = await sessionWith([], {
      paths: [at("input-transform.ts"), at("inline-bash.ts")],
      answers: [reply, reply],
    });
    await setup.session.prompt("?quick why");
    await setup.session.prompt("it says !{echo hello}");
    const typed = ["Respond briefly in 1-2 sentences: why", "it says hello"];
    expect(seen).toEqual(typed.map((text) => [{ type: "text", text }]));
  });

  test("pirate and prompt-customizer: change the system prompt", async () => {
    const prompts: string[] = [];
    const reply = ({ systemPrompt = "" }: Context) => {
      prompts.push(systemPrompt);
      return answer("ok");
    };
    const { heard, bindings } = user();
    await using setup = await sessionWith([], {
      paths: [at("prompt-customizer.ts"), at("pirate.ts")],
      answers: [reply, reply],
      bindings,
    });
    await setup.session.prompt("go");
    await setup.session.prompt("/pirate");
    await setup.session.prompt("go");
    expect(heard).toEqual(["Arrr! Pirate mode enabled!"]);
    expect(prompts.map((prompt) => [prompt.includes("<tool_guidance>"), prompt.includes("PIRATE MODE")])).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  test("claude-rules: lists the rules of the folder in the system prompt", async () => {
    let prompt = "";
    await using setup = await sessionWith([], {
      paths: [at("claude-rules.ts")],
      answers: [
        ({ systemPrompt = "" }) => {
          prompt = systemPrompt;
          return answer("ok");
        },
      ],
    });
    mkdirSync(join(setup.cwd, ".claude", "rules"), { recursive: true });
    writeFileSync(join(setup.cwd, ".claude", "rules", "testing.md"), "Test first.");
    await setup.extensions.reload();
    await setup.session.prompt("go");
    expect(prompt).toContain("testing.md");
  });

  test("session-name and bookmark: name the session and label an entry", async () => {
    const { heard, bindings } = user();
    await using setup = await sessionWith([], {
      paths: [at("session-name.ts"), at("bookmark.ts")],
      answers: [answer("ok")],
      bindings,
    });
    await setup.session.prompt("/session-name Work");
    await setup.session.prompt("go");
    await setup.session.prompt("/bookmark here");
    const answered = setup.session.log.getEntries().findLast((entry) => entry.type === "message");
    expect(setup.session.log.getSessionName()).toBe("Work");
    expect(setup.session.log.getLabel(answered?.id ?? "")).toBe("here");
    expect(heard).toEqual(["Session named: Work", "Bookmarked as: here"]);
  });

  test("dynamic-tools: registers tools when the session starts and by command", async () => {
    const { bindings } = user();
    await using setup = await sessionWith([], {
      paths: [at("dynamic-tools.ts")],
      bindings,
      answers: [call("echo_session", { message: "hi" }), answer("ok")],
    });
    await setup.session.prompt("/add-echo-tool second");
    expect(setup.session.tools.activeNames()).toEqual(expect.arrayContaining(["echo_session", "second"]));
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({ content: [{ text: "[session] hi" }] });
  });

  test("event-bus: hears its own events", async () => {
    const { heard, bindings } = user();
    await using setup = await sessionWith([], { paths: [at("event-bus.ts")], bindings });
    await setup.session.prompt("/emit something");
    expect(heard).toEqual(["Event from event-bus-example: Session started", "Event from /emit command: something"]);
  });

  test("send-user-message: starts a run as if typed", async () => {
    const { bindings } = user();
    await using setup = await sessionWith([], {
      paths: [at("send-user-message.ts")],
      bindings,
      answers: [answer("four")],
    });
    const settled = new Promise((resolve) =>
      setup.session.subscribe(({ type }) => type === "agent_settled" && resolve(0)),
    );
    await setup.session.prompt("/ask two and two?");
    await settled;
    expect(setup.session.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("dynamic-resources: brings a skill, a template and a theme", async () => {
    await using setup = await sessionWith([], { paths: [at("dynamic-resources")] });
    const { resources } = setup.services;
    expect(resources.getSkills().skills).toHaveLength(1);
    expect(resources.getPrompts().prompts.map(({ name }) => name)).toEqual(["dynamic"]);
    expect(resources.getThemes().themes).toHaveLength(1);
  });

  test("built-in-tool-renderer: read does what it did, and has renderers of its own", async () => {
    await using setup = await sessionWith([], {
      paths: [at("built-in-tool-renderer.ts")],
      answers: [() => call("read", { path: join(setup.cwd, "a.txt") }), answer("ok")],
    });
    writeFileSync(join(setup.cwd, "a.txt"), "content");
    const definition = runnerOf(setup.session).getToolDefinition("read");
    expect(typeof definition?.renderCall).toBe("function");
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({
      isError: false,
      content: [{ text: expect.stringContaining("content") }],
    });
  });
});
