import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";
import { plain } from "../cells.ts";
import { HeadlessTerminal } from "../tui/headless-terminal.ts";

const assistant = {
  role: "assistant",
  content: [
    { type: "text", text: "An answer" },
    { type: "thinking", thinking: "Deep thought" },
  ],
  api: "a",
  provider: "p",
  model: "m",
  usage: {
    input: 1,
    output: 1,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 2,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  stopReason: "stop",
  timestamp: 1,
};
const text = fc.constantFrom("Some text", "two\n\nparagraphs", "**bold** words");
const names = [
  "assistant",
  "assistant-hidden",
  "user",
  "bash",
  "bash-done",
  "branch-summary",
  "compaction-summary",
  "custom-message",
  "skill",
  "border",
  "tool",
  "tool-done",
  "loader",
  "user-selector",
  "show-images",
  "thinking",
  "theme-selector",
  "extension-input",
  "extension-selector",
  "extension-editor",
  "tree",
  "login",
  "armin",
] as const;

export const componentSubjects = [
  subject({
    name: "coding-agent/components",
    inputs: fc.record({ name: fc.constantFrom(...names), text, width: fc.integer({ min: 20, max: 100 }) }),
    runs: 150,
    run: (library, { name, text, width }) => {
      library.codingAgent.initTheme("dark");
      const tui = new library.tui.TuiMainScreen(new HeadlessTerminal(width, 24));
      const made = build(library, tui, text)[name]?.() as {
        component: { render(width: number): string[]; dispose?(): void; stop?(): void };
        says: readonly string[];
      };
      const rows = made.component.render(width).map((row) => plain(row));
      made.component.dispose?.();
      made.component.stop?.();
      const all = rows.join(" ").replaceAll(/[\s│]+/g, " ");
      return {
        says: made.says.map((words) => all.includes(words)),
        tooWide: rows.some((row) => library.tui.visibleWidth(row) > width),
      };
    },
  }),
  subject({
    name: "coding-agent/selectors",
    inputs: fc.record({
      kind: fc.constantFrom("selector", "input", "thinking", "images", "user-messages", "theme", "tree"),
      keys: fc.array(fc.constantFrom("\x1b[B", "\x1b[A", "\r", "\x1b", "a"), { maxLength: 5 }),
    }),
    runs: 150,
    run: (library, { kind, keys }) => {
      library.codingAgent.initTheme("dark");
      const got: unknown[] = [];
      const component = selector(library, kind, (...event) => got.push(event));
      const list = component as {
        handleInput?(key: string): void;
        getSelectList?(): { handleInput(key: string): void };
        getMessageList?(): { handleInput(key: string): void };
      };
      for (const key of keys)
        (list.handleInput ? list : (list.getSelectList?.() ?? list.getMessageList?.()))?.handleInput?.(key);
      (component as { dispose?(): void }).dispose?.();
      return got;
    },
  }),
  subject({
    name: "coding-agent/theme",
    inputs: fc.constantFrom("dark", "light", "missing"),
    runs: 3,
    run: ({ codingAgent }, name) => {
      codingAgent.initTheme(name);
      const keys = (value: object) => Object.keys(value).sort();
      return {
        markdown: keys(codingAgent.getMarkdownTheme()).filter((key) => key !== "table"),
        select: keys(codingAgent.getSelectListTheme()),
        settings: keys(codingAgent.getSettingsListTheme()),
        code: codingAgent.highlightCode("const a = 1;\nlet b;", "ts").map((line) => plain(line)),
        plainCode: codingAgent.highlightCode("x y", undefined).map((line) => plain(line)),
      };
    },
  }),
  subject({
    name: "coding-agent/theme-class",
    inputs: fc.tuple(fc.constantFrom("#ff0000", 12, ""), fc.constantFrom("truecolor" as const, "256color" as const)),
    runs: 6,
    run: ({ codingAgent }, [colour, mode]) => {
      const all = (value: string | number) =>
        new Proxy(
          {},
          {
            get: () => value,
            ownKeys: () => ["accent", "text", "toolSuccessBg", "selectedBg"],
            getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value }),
          },
        );
      const theme = new codingAgent.Theme(all(colour) as never, all(colour) as never, mode as never);
      return {
        fg: theme.fg("accent", "x"),
        bg: theme.bg("selectedBg", "x"),
        bold: theme.bold("x"),
        italic: theme.italic("x"),
        underline: theme.underline("x"),
        inverse: theme.inverse("x"),
        mode: theme.getColorMode(),
        ansi: [theme.getFgAnsi("accent"), theme.getBgAnsi("selectedBg")],
      };
    },
  }),
  subject({
    name: "coding-agent/render-diff",
    inputs: fc.constantFrom("-1 old\n+1 new\n 2 same", "", "+1 a"),
    runs: 3,
    run: ({ codingAgent }, diff) => {
      codingAgent.initTheme("dark");
      return plain(codingAgent.renderDiff(diff));
    },
  }),
  subject({
    name: "coding-agent/key-hints",
    inputs: fc.constantFrom("tui.select.up", "tui.input.submit", "app.interrupt", "app.clear"),
    runs: 4,
    run: ({ codingAgent }, id) => {
      codingAgent.initTheme("dark");
      return {
        text: codingAgent.keyText(id as never),
        hint: plain(codingAgent.keyHint(id as never, "does it")),
        raw: plain(codingAgent.rawKeyHint("x", "does it")),
      };
    },
  }),
];

type Screen = InstanceType<Library["tui"]["TuiMainScreen"]>;

function build({ codingAgent: c }: Library, tui: Screen, text: string): Record<string, () => unknown> {
  const noop = () => undefined;
  const words = [text.replaceAll("*", "").split("\n")[0]];
  const summary = { role: "compactionSummary", summary: text, tokensBefore: 10, timestamp: 1 };
  const done = { content: [{ type: "text", text }], details: undefined, isError: false };
  return {
    assistant: () => ({
      component: new c.AssistantMessageComponent(assistant as never),
      says: ["An answer", "Deep thought"],
    }),
    "assistant-hidden": () => ({
      component: new c.AssistantMessageComponent(assistant as never, true),
      says: ["An answer", "Deep thought"],
    }),
    user: () => ({ component: new c.UserMessageComponent(text), says: words }),
    bash: () => ({ component: new c.BashExecutionComponent("ls -l", tui), says: ["ls -l"] }),
    "bash-done": () => {
      const component = new c.BashExecutionComponent("ls -l", tui);
      component.appendOutput("listing");
      component.setComplete(0, false);
      return { component, says: ["ls -l", "listing"] };
    },
    "branch-summary": () => ({
      component: expanded(
        new c.BranchSummaryMessageComponent({
          role: "branchSummary",
          summary: text,
          fromId: "a",
          timestamp: 1,
        } as never),
      ),
      says: words,
    }),
    "compaction-summary": () => ({
      component: expanded(new c.CompactionSummaryMessageComponent(summary as never)),
      says: words,
    }),
    "custom-message": () => ({
      component: new c.CustomMessageComponent({
        role: "custom",
        customType: "note",
        content: text,
        display: true,
        timestamp: 1,
      } as never),
      says: words,
    }),
    skill: () => ({
      component: expanded(
        new c.SkillInvocationMessageComponent({ name: "one", location: "/s", content: text, userMessage: undefined }),
      ),
      says: ["one", ...words],
    }),
    border: () => ({ component: new c.DynamicBorder((value: string) => value), says: ["──"] }),
    tool: () => ({
      component: new c.ToolExecutionComponent("custom", "id", { a: 1 }, undefined, undefined, tui, "/work"),
      says: ["custom"],
    }),
    "tool-done": () => {
      const component = new c.ToolExecutionComponent("custom", "id", { a: 1 }, undefined, undefined, tui, "/work");
      component.updateResult(done as never);
      return { component, says: ["custom", ...words] };
    },
    loader: () => ({ component: new c.BorderedLoader(tui, themeOf(), text), says: [words[0] ?? ""] }),
    "user-selector": () => ({
      component: new c.UserMessageSelectorComponent([{ id: "1", text }] as never, noop, noop),
      says: words,
    }),
    "show-images": () => ({ component: new c.ShowImagesSelectorComponent(true, noop, noop), says: ["Yes"] }),
    thinking: () => ({
      component: new c.ThinkingSelectorComponent("high", ["off", "high"], noop, noop),
      says: ["off", "high"],
    }),
    "theme-selector": () => ({
      component: new c.ThemeSelectorComponent("dark", noop, noop, noop),
      says: ["dark", "light"],
    }),
    "extension-input": () => ({ component: new c.ExtensionInputComponent(text, "hint", noop, noop), says: words }),
    "extension-selector": () => ({
      component: new c.ExtensionSelectorComponent(text, ["first", "second"], noop, noop),
      says: [...words, "first", "second"],
    }),
    "extension-editor": () => ({
      component: new c.ExtensionEditorComponent(tui, keybindings(), text, "prefilled", noop, noop),
      says: [...words, "prefilled"],
    }),
    tree: () => ({
      component: new c.TreeSelectorComponent(tree() as never, "b", 20, noop, noop),
      says: ["question", "reply"],
    }),
    login: () => ({ component: new c.LoginDialogComponent(tui, "anthropic", noop), says: [] }),
    armin: () => ({ component: new c.ArminComponent(tui), says: [] }),
  };

  function themeOf(): never {
    const identity = (_name: string, value: string) => value;
    return { fg: identity, bg: identity, bold: (value: string) => value } as never;
  }

  function keybindings(): never {
    return (("KeybindingsManager" in c && c.KeybindingsManager ? c : undefined) as never) ?? ({} as never);
  }
}

function expanded<Component extends { setExpanded(expanded: boolean): void }>(component: Component): Component {
  component.setExpanded(true);
  return component;
}

function tree(): unknown[] {
  const entry = (id: string, parentId: string | null, role: string, words: string) => ({
    type: "message",
    id,
    parentId,
    timestamp: "2024-01-01T00:00:00.000Z",
    message: { ...assistant, role, content: role === "user" ? words : [{ type: "text", text: words }] },
  });
  return [
    {
      entry: entry("a", null, "user", "question"),
      children: [{ entry: entry("b", "a", "assistant", "reply"), children: [] }],
    },
  ];
}

function selector({ codingAgent: c }: Library, kind: string, note: (...event: unknown[]) => void): unknown {
  const say = (name: string) => (value?: unknown) => note(name, value);
  if (kind === "selector")
    return new c.ExtensionSelectorComponent("Title", ["first", "second", "third"], say("select"), say("cancel"));
  if (kind === "input") return new c.ExtensionInputComponent("Title", undefined, say("submit"), say("cancel"));
  if (kind === "thinking")
    return new c.ThinkingSelectorComponent("low", ["off", "low", "high"], say("select"), say("cancel"));
  if (kind === "images") return new c.ShowImagesSelectorComponent(true, say("select"), say("cancel"));
  if (kind === "user-messages")
    return new c.UserMessageSelectorComponent(
      [
        { id: "1", text: "one" },
        { id: "2", text: "two" },
      ] as never,
      say("select"),
      say("cancel"),
    );
  if (kind === "theme") return new c.ThemeSelectorComponent("dark", say("select"), say("cancel"), say("preview"));
  return new c.TreeSelectorComponent(tree() as never, "b", 20, say("select"), say("cancel"));
}
