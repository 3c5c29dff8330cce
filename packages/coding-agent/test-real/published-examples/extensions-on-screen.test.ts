import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, fauxAssistantMessage, fauxToolCall, type JsonObject } from "@tau/ai";
import { startModelServer } from "@tau/testkit";
import { getKeybindings } from "@tau/tui";
import { describe, expect, test } from "vitest";
import { emitBefore } from "../../src/core/extensions/host/emit-session.ts";
import { emitProjectTrust } from "../../src/core/extensions/index.ts";
import { editorTheme, fakeTui, type Replies, recordingScreen } from "../../test/core/extensions/recording-screen.ts";
import { runnerOf, type SessionWithOptions, sessionWith } from "../../test/core/extensions/session-with.ts";
import { publishedExtensions } from "./published-examples.ts";

const examples = publishedExtensions();
const ESCAPE = "\x1b";
const ENTER = "\r";
const DOWN = "\x1b[B";

/** What is not run here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  "README.md": "no extension",
  gondolin: "needs a package that is not to be had, and a virtual machine",
};

/** What examples.test.ts and examples-with-programs.test.ts run, and the end-to-end tests. */
const RUN_ELSEWHERE = [
  "bookmark",
  "built-in-tool-renderer",
  "claude-rules",
  "confirm-destructive",
  "custom-compaction",
  "custom-provider-anthropic",
  "doom-overlay",
  "dynamic-resources",
  "dynamic-tools",
  "event-bus",
  "file-trigger",
  "git-merge-and-resolve",
  "github-issue-autocomplete",
  "hello",
  "inline-bash",
  "input-transform",
  "interactive-shell",
  "mac-system-theme",
  "notify",
  "permission-gate",
  "pirate",
  "prompt-customizer",
  "protected-paths",
  "send-user-message",
  "session-name",
  "ssh",
  "structured-output",
  "subagent",
  "titlebar-spinner",
  "todo",
  "truncated-tool",
  "with-deps",
];

const answer = (text: string) => fauxAssistantMessage(text);
const call = (name: string, args: JsonObject) =>
  fauxAssistantMessage(fauxToolCall(name, args), { stopReason: "toolUse" });
const strip = (text: string) => text.replace(/\x1b\[[0-9;]*m/g, "");

describe.skipIf(!examples)("published examples, with somebody at the screen", { timeout: 120_000 }, () => {
  const at = (name: string) => join(examples ?? "", name);
  const run: string[] = [];

  async function withExample(
    name: string,
    options: SessionWithOptions & { mode?: "tui" | "rpc"; replies?: Replies } = {},
  ) {
    run.push(name);
    const { mode = "tui", replies, ...rest } = options;
    const screen = recordingScreen(mode, replies);
    const setup = await sessionWith([], {
      ...rest,
      paths: [at(name)],
      bindings: { ...screen.bindings, ...rest.bindings },
    });
    return { ...setup, screen, [Symbol.asyncDispose]: setup[Symbol.asyncDispose] };
  }

  test("commands: lists what may be typed", async () => {
    await using setup = await withExample("commands.ts", {
      replies: { select: (_title, options) => options[1], confirm: true },
    });
    await setup.session.prompt("/commands extension");
    expect(setup.screen.last("select")?.[1]).toEqual([
      "--- Extensions ---",
      "/commands - List available slash commands",
    ]);
    expect(setup.screen.said()).toEqual([at("commands.ts")]);
    expect(await runnerOf(setup.session).getCommand("commands")?.getArgumentCompletions?.("p")).toMatchObject([
      { value: "prompt" },
    ]);
  });

  test("custom-header and custom-footer: draw their own", async () => {
    await using header = await withExample("custom-header.ts");
    const [makeHeader] = header.screen.last("setHeader") as [
      (...args: unknown[]) => { render(width: number): string[] },
    ];
    expect(strip(makeHeader(fakeTui, header.screen.bindings.ui.theme).render(80).join("\n"))).toContain("█".repeat(14));
    await header.session.prompt("/builtin-header");
    expect(header.screen.last("setHeader")).toEqual([undefined]);
    await using footer = await withExample("custom-footer.ts");
    await footer.session.prompt("/footer");
    const [makeFooter] = footer.screen.last("setFooter") as [
      (...args: unknown[]) => { render(width: number): string[] },
    ];
    const data = { onBranchChange: () => () => undefined, getGitBranch: () => "main" };
    expect(strip(makeFooter(fakeTui, footer.screen.bindings.ui.theme, data).render(80).join())).toContain("one (main)");
  });

  test("status texts, widgets, labels and indicators", async () => {
    const shown = async (name: string, ...prompts: string[]) => {
      await using setup = await withExample(name, { answers: [answer("ok"), answer("ok")] });
      for (const prompt of prompts) await setup.session.prompt(prompt);
      return setup.screen;
    };
    expect(
      (await shown("status-line.ts", "go")).calls.flatMap(([name, , text]) =>
        name === "setStatus" ? [strip(String(text))] : [],
      ),
    ).toEqual(["Ready", "● Turn 1...", "✓ Turn 1 complete"]);
    expect((await shown("system-prompt-header.ts", "go")).calls.find(([name]) => name === "setStatus")).toEqual([
      "setStatus",
      "system-prompt",
      expect.stringMatching(/^System: \d+ chars$/),
    ]);
    expect((await shown("widget-placement.ts")).last("setWidget")).toEqual([
      "widget-below",
      ["Below editor widget"],
      { placement: "belowEditor" },
    ]);
    const label = await shown("hidden-thinking-label.ts", "/thinking-label Hm", "/thinking-label");
    expect(label.calls.filter(([name]) => name === "setHiddenThinkingLabel").map(([, text]) => text)).toEqual([
      "Pondering...",
      "Hm",
      undefined,
    ]);
    expect((await shown("working-indicator.ts", "/working-indicator none")).last("setWorkingIndicator")).toEqual([
      { frames: [] },
    ]);
    expect((await shown("working-message-test.ts")).last("setWorkingMessage")).toEqual([
      expect.stringContaining("(custom)"),
    ]);
  });

  test("model-status: says which model is used now", async () => {
    const said: unknown[] = [];
    const log = console.log;
    console.log = (text: unknown) => said.push(text);
    try {
      await using setup = await withExample("model-status.ts");
      await setup.session.choice.cycleModel("forward");
      expect(setup.screen.last("setStatus")).toEqual(["model", "🤖 two"]);
      expect(said).toEqual(["[model_select] faux/one → faux/two (cycle)"]);
    } finally {
      console.log = log;
    }
  });

  test("message-renderer and entry-renderer: draw what they keep; only the message reaches the model", async () => {
    const theme = recordingScreen("tui").bindings.ui.theme;
    await using message = await withExample("message-renderer.ts");
    await message.session.prompt("/status warn careful");
    const [sent] = message.session.messages;
    expect(sent).toMatchObject({
      role: "custom",
      customType: "status-update",
      content: "careful",
      details: { level: "warn" },
    });
    const view = runnerOf(message.session).getMessageRenderer("status-update")?.(
      sent as never,
      { expanded: true, outputPad: 1 } as never,
      theme,
    );
    expect(strip(view?.render(40).join("\n") ?? "")).toMatch(/\[WARN\] careful[\s\S]*at /);
    await using entry = await withExample("entry-renderer.ts");
    await entry.session.prompt("/status-card all good");
    const kept = entry.session.log.getEntries().at(-1);
    expect(kept).toMatchObject({ type: "custom", customType: "status-card", data: { message: "all good" } });
    expect(entry.session.messages).toEqual([]);
    const card = runnerOf(entry.session).getEntryRenderer("status-card")?.(
      kept as never,
      { expanded: false } as never,
      theme,
    );
    expect(strip(card?.render(40).join("\n") ?? "")).toContain("[status] all good");
  });

  test("timed-confirm: asks with a time limit", async () => {
    await using setup = await withExample("timed-confirm.ts", { replies: { confirm: true, select: "Option B" } });
    for (const command of ["/timed", "/timed-select", "/timed-signal"]) await setup.session.prompt(command);
    expect(setup.screen.calls.find(([name]) => name === "confirm")?.[3]).toEqual({ timeout: 5000 });
    expect(setup.screen.said()).toEqual([
      "Confirmed by user!",
      "Selected: Option B",
      "Dialog will auto-cancel in 5 seconds...",
      "Confirmed by user!",
    ]);
  });

  test("shutdown-command: ends the program by command and by tool", async () => {
    let ended = 0;
    await using setup = await withExample("shutdown-command.ts", {
      answers: [call("finish_and_exit", {}), answer("bye")],
      bindings: {
        shutdown: () => {
          ended += 1;
        },
      },
    });
    await setup.session.prompt("/quit");
    await setup.session.prompt("finish");
    expect(ended).toBe(2);
    expect(setup.session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
      content: [{ text: expect.stringContaining("Shutdown requested") }],
    });
  });

  test("reload-runtime: the model asks, and extensions are loaded anew once the run is over", async () => {
    await using setup = await withExample("reload-runtime.ts", { answers: [call("reload_runtime", {})] });
    const before = runnerOf(setup.session).runtime;
    await setup.session.prompt("reload");
    await expect.poll(() => runnerOf(setup.session).runtime !== before).toBe(true);
    expect(setup.faux.state.callCount).toBe(1);
    expect(() => before.assertActive()).toThrow(/extension ctx is stale after session replacement or reload/);
  });

  test("rpc-demo: uses every part of the screen that a client has", async () => {
    await using setup = await withExample("rpc-demo.ts", {
      mode: "rpc",
      replies: { select: "Block", confirm: false, input: "typed", editor: "edited" },
      answers: [call("bash", { command: "rm -rf nothing" }), answer("ok")],
    });
    await setup.session.prompt("go");
    expect(setup.screen.calls.find(([name]) => name === "setTitle")).toEqual(["setTitle", "pi RPC Demo"]);
    expect(setup.session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
      isError: true,
      content: [{ text: "Blocked by user" }],
    });
    const refused = await emitBefore(setup.host.generation.dispatch, { type: "session_before_switch", reason: "new" });
    expect(refused).toEqual({ cancel: true });
  });

  test("project-trust: the user's choice decides, and is remembered if wanted", async () => {
    const decide = async (select: string) => {
      await using setup = await withExample("project-trust.ts", { mode: "rpc", replies: { select } });
      const { ui } = setup.screen.bindings;
      return await emitProjectTrust(
        setup.host.generation.dispatch,
        { type: "project_trust", cwd: "/x" },
        { cwd: "/x", mode: "rpc", hasUI: true, ui },
      );
    };
    expect(await decide("Trust and remember")).toEqual({ trusted: "yes", remember: true });
    expect(await decide("Do not trust this session")).toEqual({ trusted: "no" });
    expect(await decide("Let built-in prompt decide")).toBeUndefined();
  });

  test("provider-payload and debug-provider: write down what goes to the provider and what comes from it", async () => {
    await using server = await startModelServer({ script: { text: ["Hel", "lo"] } });
    const config = {
      baseUrl: `${server.url}/v1`,
      apiKey: "k",
      api: "openai-completions",
      models: [{ id: "m", name: "M" }],
    };
    const ask = async (setup: Awaited<ReturnType<typeof withExample>>) => {
      setup.services.models.registerProvider("local", config as never);
      const model = setup.services.models.find("local", "m");
      if (model) await setup.session.choice.setModel(model, "set", { keepDefault: true });
      await setup.session.prompt("go");
    };
    await using payload = await withExample("provider-payload.ts");
    mkdirSync(join(payload.cwd, ".tau"), { recursive: true });
    await ask(payload);
    expect(readFileSync(join(payload.cwd, ".tau", "provider-payload.log"), "utf8")).toMatch(
      /"model": "m"[\s\S]*\[200\]/,
    );
    await using debug = await withExample("debug-provider.ts");
    await debug.session.prompt("/debug-provider on");
    await ask(debug);
    const kept = debug.session.log.getEntries().find((entry) => entry.type === "custom");
    expect(kept).toMatchObject({
      customType: "debug-provider-events",
      data: { provider: "local", model: "m", api: "openai-completions" },
    });
    expect(JSON.stringify(kept)).toContain('"content":"Hel"');
  });

  test("trigger-compact: compacts by command", async () => {
    await using setup = await withExample("trigger-compact.ts", {
      answers: [answer("x".repeat(200)), answer("We talked.")],
    });
    setup.services.settings.set("compaction", { keepRecentTokens: 1, reserveTokens: 100 } as never);
    await setup.session.prompt("long ".repeat(200));
    await setup.session.prompt("/trigger-compact briefly");
    await expect.poll(() => setup.screen.said().at(-1)).toMatch(/Compaction (completed|failed)/);
    expect(setup.screen.said()[0]).toBe("Compaction started");
  });

  test("tool-override, minimal-mode and bash-spawn-hook: built-in tools, done otherwise", async () => {
    const results = async (name: string, ...calls: ReturnType<typeof call>[]) => {
      await using setup = await withExample(name, { answers: [...calls, answer("ok")] });
      writeFileSync(join(setup.cwd, ".env"), "secret");
      writeFileSync(join(setup.cwd, "a.txt"), "content");
      await setup.session.prompt("go");
      return {
        messages: setup.session.messages.filter(({ role }) => role === "toolResult"),
        runner: runnerOf(setup.session),
        theme: setup.screen.bindings.ui.theme,
      };
    };
    const override = await results("tool-override.ts", call("read", { path: ".env" }), call("read", { path: "a.txt" }));
    expect(JSON.stringify(override.messages[0])).toContain("blocked");
    expect(override.messages[1]).toMatchObject({
      isError: false,
      content: [{ text: expect.stringContaining("content") }],
    });
    const minimal = await results("minimal-mode.ts", call("bash", { command: "echo shown" }));
    expect(minimal.messages[0]).toMatchObject({ content: [{ text: expect.stringContaining("shown") }] });
    const bash = minimal.runner.getToolDefinition("bash");
    const draw = (expanded: boolean) =>
      bash
        ?.renderResult?.(minimal.messages[0] as never, { expanded, isPartial: false }, minimal.theme, {} as never)
        .render(60)
        .join("\n")
        .trim();
    expect([draw(false), strip(draw(true) ?? "")]).toEqual(["", expect.stringContaining("shown")]);
    const hooked = await results("bash-spawn-hook.ts", call("bash", { command: "echo hook=$PI_SPAWN_HOOK" }));
    expect(hooked.messages[0]).toMatchObject({ content: [{ text: expect.stringContaining("hook=1") }] });
  });

  test("tools: switches tools off and on, and remembers it", async () => {
    await using setup = await withExample("tools.ts", { replies: { keys: [ENTER, ESCAPE] } });
    expect(setup.session.tools.activeNames()).toContain("read");
    await setup.session.prompt("/tools");
    expect(strip(setup.screen.drawn[0] ?? "")).toContain("Tool Configuration");
    expect(setup.session.tools.activeNames()).not.toContain("read");
    expect(setup.session.log.getEntries().at(-1)).toMatchObject({ customType: "tools-config" });
  });

  test("preset: model, level, tools and instructions from a file, by flag", async () => {
    let prompt = "";
    await using setup = await withExample("preset.ts", {
      flags: new Map([["--preset", "reading"]]),
      answers: [
        ({ systemPrompt = "" }: Context) => {
          prompt = systemPrompt;
          return answer("ok");
        },
      ],
    });
    const reading = {
      provider: "faux",
      model: "one",
      thinkingLevel: "high",
      tools: ["read"],
      instructions: "Only look.",
    };
    mkdirSync(join(setup.cwd, ".tau"), { recursive: true });
    writeFileSync(join(setup.cwd, ".tau", "presets.json"), JSON.stringify({ reading }));
    await setup.extensions.reload();
    await setup.session.prompt("go");
    expect(setup.session.tools.activeNames()).toEqual(["read"]);
    expect(setup.session.thinkingLevel).toBe("high");
    expect(prompt).toContain("Only look.");
  });

  test("plan-mode: looks and does not touch, until the user lets it", async () => {
    await using setup = await withExample("plan-mode", {
      replies: { select: "Stay in plan mode" },
      answers: [call("bash", { command: "rm a.txt" }), answer("Plan:\n1. Read the file\n2. Change it")],
    });
    await setup.session.prompt("/plan");
    expect(setup.session.tools.activeNames()).not.toContain("write");
    await setup.session.prompt("plan it");
    expect(setup.session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("Plan mode") }],
    });
    await setup.session.prompt("/plan");
    expect(setup.session.tools.activeNames()).toContain("write");
  });

  test("question and questionnaire: the model asks, the user answers by keys, and nobody can be asked without a screen", async () => {
    const args = { question: "Tea?", options: [{ label: "Yes" }, { label: "No" }] };
    await using asked = await withExample("question.ts", {
      replies: { keys: [DOWN, ENTER] },
      answers: [call("question", args), answer("ok")],
    });
    await asked.session.prompt("go");
    expect(strip(asked.screen.drawn[0] ?? "")).toContain("Tea?");
    expect(asked.session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
      details: { answer: "No" },
    });
    await using alone = await withExample("question.ts", {
      mode: "rpc",
      answers: [call("question", args), answer("ok")],
    });
    await alone.session.prompt("go");
    expect(alone.session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
      details: { answer: null },
    });
    const questions = [
      {
        id: "q",
        prompt: "Tea?",
        options: [
          { value: "y", label: "Yes" },
          { value: "n", label: "No" },
        ],
      },
    ];
    await using form = await withExample("questionnaire.ts", {
      replies: { keys: [DOWN, ENTER] },
      answers: [call("questionnaire", { questions }), answer("ok")],
    });
    await form.session.prompt("go");
    expect(form.session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
      details: { cancelled: false, answers: [{ id: "q", value: "n" }] },
    });
  });

  test("qna, summarize and handoff: ask the model beside the conversation", async () => {
    const ask = async (name: string, command: string, replies: Replies = {}) => {
      await using setup = await withExample(name, {
        replies,
        answers: [answer("Which colour? Which size?"), answer("Q: Which colour?\nA: "), answer("more")],
      });
      await setup.session.prompt("first");
      await setup.session.prompt(command);
      return setup;
    };
    const qna = await ask("qna.ts", "/qna");
    expect(qna.screen.last("setEditorText")).toEqual(["Q: Which colour?\nA: "]);
    expect(qna.session.messages).toHaveLength(2);
    const handoff = await ask("handoff.ts", "/handoff go on");
    expect(handoff.screen.last("editor")?.[1]).toContain("Q: Which colour?");
    const summarize = await ask("summarize.ts", "/summarize", { keys: [ESCAPE] });
    expect(summarize.faux.state.callCount + summarize.screen.said().length).toBeGreaterThan(1);
  });

  test.each([
    ["snake.ts", "/snake", "SNAKE"],
    ["space-invaders.ts", "/invaders", "INVADERS"],
    ["tic-tac-toe.ts", "/tic-tac-toe", ""],
    ["overlay-test.ts", "/overlay-test", "Search"],
    ["overlay-qa-tests.ts", "/overlay-edge", ""],
  ])("%s: draws its screen and leaves it by Escape", async (name, command, shown) => {
    await using setup = await withExample(name, { replies: { keys: ["x", ESCAPE, "q"] } });
    await setup.session.prompt(command);
    expect(setup.errors).toEqual([]);
    expect(strip(setup.screen.drawn[0] ?? "").length).toBeGreaterThan(20);
    expect(strip(setup.screen.drawn[0] ?? "").toUpperCase()).toContain(shown.toUpperCase());
  });

  test.each(["modal-editor.ts", "rainbow-editor.ts", "border-status-editor.ts"])(
    "%s: an editor of its own that can be typed into",
    async (name) => {
      await using setup = await withExample(name);
      const [factory] = setup.screen.last("setEditorComponent") as [
        (...args: unknown[]) => { render(width: number): string[]; handleInput(data: string): void; getText(): string },
      ];
      const editor = factory(fakeTui, editorTheme, getKeybindings());
      for (const key of "hey") editor.handleInput(key);
      expect(editor.getText()).toBe("hey");
      expect(strip(editor.render(60).join("\n"))).toContain("hey");
      if (name !== "modal-editor.ts") return;
      editor.handleInput(ESCAPE);
      for (const key of ["h", "x"]) editor.handleInput(key);
      expect(editor.getText()).toBe("he");
      expect(editor.render(60).at(-1)).toContain("NORMAL");
    },
  );

  test("dirty-repo-guard, git-checkpoint, input-transform-streaming and auto-commit-on-exit: with git", async () => {
    const git = (cwd: string, ...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false", ...args], {
        cwd,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
    const repository = (cwd: string) => {
      git(cwd, "init", "-q");
      git(cwd, "config", "user.name", "t");
      git(cwd, "config", "user.email", "t@t");
      writeFileSync(join(cwd, "a.txt"), "one\n");
      git(cwd, "add", "-A");
      git(cwd, "commit", "-qm", "first");
      writeFileSync(join(cwd, "a.txt"), "two\n");
    };
    await using guard = await withExample("dirty-repo-guard.ts", {
      mode: "rpc",
      replies: { select: "No, let me commit first" },
    });
    repository(guard.cwd);
    expect(await emitBefore(guard.host.generation.dispatch, { type: "session_before_switch", reason: "new" })).toEqual({
      cancel: true,
    });
    let seen = "";
    await using diff = await withExample("input-transform-streaming.ts", {
      answers: [
        ({ messages }) => {
          seen = JSON.stringify(messages);
          return answer("ok");
        },
      ],
    });
    repository(diff.cwd);
    await diff.session.prompt("look at my changes");
    expect(seen).toContain("a.txt | 2 +-");
    await using checkpoint = await withExample("git-checkpoint.ts", {
      answers: [call("bash", { command: "true" }), answer("ok")],
    });
    repository(checkpoint.cwd);
    await checkpoint.session.prompt("go");
    expect(checkpoint.errors).toEqual([]);
    await using commit = await withExample("auto-commit-on-exit.ts", { answers: [answer("Changed a to two")] });
    repository(commit.cwd);
    await commit.session.prompt("go");
    await commit.extensions.shutdown({ reason: "quit" });
    expect(git(commit.cwd, "log", "-1", "--format=%s").trim()).toBe("[pi] Changed a to two");
  });

  test("jev-router and custom-provider-gitlab-duo: bring models that can be chosen", async () => {
    await using jev = await withExample("jev-router.ts");
    expect(jev.services.models.find("jev", "auto")).toMatchObject({ api: "pi-virtual" });
    await using duo = await withExample("custom-provider-gitlab-duo");
    expect(duo.services.models.getModels("gitlab-duo").length).toBeGreaterThan(0);
    expect(duo.services.models.authStorage.getOAuthProviders().map(({ id }) => id)).toContain("gitlab-duo");
  });

  test("every example is run, or is listed with the reason why not", () => {
    const known = new Set([...run, ...Object.keys(NOT_RUN), ...RUN_ELSEWHERE.flatMap((name) => [name, `${name}.ts`])]);
    expect(readdirSync(examples ?? "").filter((name) => !known.has(name))).toEqual([]);
  });
});
