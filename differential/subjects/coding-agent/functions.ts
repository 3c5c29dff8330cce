import * as fc from "fast-check";
import { subject } from "../../subject.ts";

const lines = fc
  .array(fc.constantFrom("", "a", "line two", "漢字", "x".repeat(60), "\ttab", "last"), { maxLength: 14 })
  .map((parts) => parts.join("\n"));
const limits = fc.record(
  { maxLines: fc.integer({ min: 0, max: 8 }), maxBytes: fc.integer({ min: 0, max: 100 }) },
  { requiredKeys: [] },
);
const yaml = fc.constantFrom(
  "name: a",
  "description: Some text",
  "list:\n  - one\n  - two",
  "flag: true",
  "n: 3",
  'quoted: "a: b"',
  "text: |\n  two\n  lines",
  "broken: [",
  "allowed-tools: read, bash",
  "# comment",
  "empty:",
  "date: 2024-01-01",
  "nested:\n  a: 1",
);
const argument = fc.constantFrom(
  "-p",
  "--print",
  "hi there",
  "@file.md",
  "--model",
  "anthropic/claude-opus-4-5:high",
  "--provider",
  "openai",
  "--thinking",
  "high",
  "--thinking=low",
  "--continue",
  "-c",
  "-r",
  "--resume",
  "--mode",
  "json",
  "rpc",
  "--session",
  "abc",
  "--tools",
  "read,bash",
  "--no-tools",
  "--no-session",
  "-e",
  "./ext.ts",
  "--extension",
  "--skill",
  "./s",
  "--help",
  "-h",
  "--version",
  "-v",
  "--api-key",
  "k",
  "--system-prompt",
  "x",
  "--append-system-prompt",
  "--models",
  "a,b*",
  "--unknown",
  "--unknown=1",
  "--verbose",
  "--offline",
  "--list-models",
  "--fork",
  "--name",
  "n",
  "--",
  "-x",
  "--approve",
  "--no-context-files",
  "-nc",
  "-ns",
  "--theme",
  "--exclude-tools",
  "--session-dir",
  "--no-extensions",
  "-ne",
  "--export",
  "",
);

export const functionSubjects = [
  subject({
    name: "coding-agent/truncate",
    inputs: fc.tuple(lines, limits),
    runs: 400,
    run: ({ codingAgent }, [text, options]) => ({
      head: codingAgent.truncateHead(text, options),
      tail: codingAgent.truncateTail(text, options),
      line: codingAgent.truncateLine(text.replaceAll("\n", " "), options.maxBytes),
      defaults: [codingAgent.DEFAULT_MAX_BYTES, codingAgent.DEFAULT_MAX_LINES],
    }),
  }),
  subject({
    name: "coding-agent/format-size",
    inputs: fc.oneof(fc.nat(3000), fc.nat(50_000_000)),
    run: ({ codingAgent }, bytes) => codingAgent.formatSize(bytes),
  }),
  subject({
    name: "coding-agent/diff",
    inputs: fc.tuple(lines, lines, fc.constantFrom(undefined, 0, 1, 4)),
    runs: 400,
    run: ({ codingAgent }, [before, after, context]) => ({
      diff: codingAgent.generateDiffString(before, after, context),
      patch: codingAgent.generateUnifiedPatch("src/a.ts", before, after, context),
    }),
  }),
  subject({
    name: "coding-agent/frontmatter",
    inputs: fc
      .tuple(
        fc.constantFrom("---\n", "---\r\n", "--- \n", "", "\n---\n", "---"),
        fc.array(yaml, { maxLength: 3 }),
        fc.constantFrom("---\n", "---", "---\r\nbody", "", "...\n"),
        fc.constantFrom("body", "\n\nbody\n", "", "# Title\n---\nmore"),
      )
      .map(([open, rows, close, body]) => `${open}${rows.map((row) => `${row}\n`).join("")}${close}${body}`),
    runs: 500,
    run: ({ codingAgent }, text) => ({
      stripped: attempt(() => codingAgent.stripFrontmatter(text)),
      parsed: attempt(() => codingAgent.parseFrontmatter(text)),
    }),
  }),
  subject({
    name: "coding-agent/parse-args",
    inputs: fc.array(argument, { maxLength: 6 }),
    runs: 600,
    run: ({ codingAgent }, args) => {
      const { diagnostics, unknownFlags, ...rest } = codingAgent.parseArgs([...args]);
      return { ...rest, unknown: [...unknownFlags], diagnostics: diagnostics.map((each) => each.type) };
    },
  }),
  subject({
    name: "coding-agent/skill-block",
    inputs: fc.constantFrom(
      '<skill name="a" location="/x/SKILL.md">\nText\n</skill>\n\ngo on',
      '<skill name="a" location="/x">\nText\n</skill>',
      "no block",
      '<skill name="a">\nText\n</skill>',
      '<skill name="a" location="/x">\nText',
      ' <skill name="a" location="/x">\nText\n</skill>',
      '<skill name="a" location="/x">Text</skill> b',
    ),
    runs: 12,
    run: ({ codingAgent }, text) => codingAgent.parseSkillBlock(text),
  }),
  subject({
    name: "coding-agent/language-of-path",
    inputs: fc.constantFrom(
      "a.ts",
      "a.tsx",
      "b.py",
      "c.rs",
      "Makefile",
      "Dockerfile",
      ".bashrc",
      "x.unknown",
      "noext",
      "a.JSON",
      "a.md",
      "a.yml",
      "a.sh",
      "a.c",
      "a.h",
      "a.cpp",
      "a.go",
      "a.java",
      "a.rb",
      "a.html",
      "a.css",
      "a.sql",
      "a.toml",
      "a.xml",
      "a.swift",
      "a.kt",
      "a.vue",
      "a.lua",
      "a.php",
      "a.ps1",
      "CMakeLists.txt",
      "a.mjs",
      "a.cjs",
      "dir.ts/x",
    ),
    runs: 60,
    run: ({ codingAgent }, path) => codingAgent.getLanguageFromPath(path),
  }),
  subject({
    name: "coding-agent/tool-guards",
    inputs: fc.tuple(
      fc.constantFrom("bash", "read", "edit", "write", "grep", "find", "ls", "powershell", "other"),
      fc.constantFrom("bash", "read", "other"),
    ),
    runs: 27,
    run: ({ codingAgent }, [toolName, wanted]) => {
      const event = {
        type: "tool_result",
        toolName,
        toolCallId: "1",
        input: {},
        content: [],
        details: undefined,
        isError: false,
      } as never;
      const {
        isBashToolResult,
        isReadToolResult,
        isEditToolResult,
        isWriteToolResult,
        isGrepToolResult,
        isFindToolResult,
        isLsToolResult,
        isPowerShellToolResult,
      } = codingAgent;
      const guards = [
        isBashToolResult,
        isReadToolResult,
        isEditToolResult,
        isWriteToolResult,
        isGrepToolResult,
        isFindToolResult,
        isLsToolResult,
        isPowerShellToolResult,
      ];
      return {
        results: guards.map((guard) => guard(event)),
        call: codingAgent.isToolCallEventType(wanted, { ...(event as object), type: "tool_call" } as never),
      };
    },
  }),
  subject({
    name: "coding-agent/event-bus",
    inputs: fc.array(fc.constantFrom("on-a", "on-a-throws", "on-b", "off", "emit-a", "emit-b", "clear"), {
      maxLength: 8,
    }),
    run: async ({ codingAgent }, steps) => {
      const bus = codingAgent.createEventBus();
      const got: string[] = [];
      let off: (() => void) | undefined;
      for (const [index, step] of steps.entries()) {
        if (step === "on-a") off = bus.on("a", (data) => got.push(`${index}:${String(data)}`)) as never;
        if (step === "on-a-throws")
          bus.on("a", () => {
            got.push(`${index}:throws`);
            throw new Error("listener");
          });
        if (step === "on-b") bus.on("b", (data) => got.push(`${index}:${String(data)}`));
        if (step === "off") off?.();
        if (step.startsWith("emit")) bus.emit(step.slice(5), index);
        if (step === "clear") bus.clear();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return got;
    },
  }),
  subject({
    name: "coding-agent/mutation-queue",
    inputs: fc.array(fc.constantFrom("a", "b", "./a"), { maxLength: 5 }),
    runs: 50,
    run: async ({ codingAgent, root }, files) => {
      // Work on different files may overlap in any way: the order is that of each file.
      const order: Record<string, string[]> = { a: [], b: [] };
      const work = files.map((file, index) =>
        codingAgent.withFileMutationQueue(`${root}/${file}`, async () => {
          const ofFile = order[file.replace("./", "")];
          ofFile?.push(`start ${index}`);
          await new Promise((resolve) => setImmediate(resolve));
          ofFile?.push(`end ${index}`);
          if (index === 2) throw new Error("fails");
          return index;
        }),
      );
      const results = await Promise.allSettled(work);
      return { order, results: results.map((each) => each.status) };
    },
  }),
  subject({
    name: "coding-agent/visual-lines",
    inputs: fc.tuple(
      lines,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 10, max: 60 }),
      fc.constantFrom(undefined, 0, 1),
      fc.constantFrom(undefined, "start" as const, "end" as const),
    ),
    run: ({ codingAgent }, [text, max, width, padding, keep]) => {
      const result = codingAgent.truncateToVisualLines(text, max, width, padding, keep);
      return { ...result, visualLines: result.visualLines.map((line) => line.trimEnd()) };
    },
  }),
  subject({
    name: "coding-agent/source-info",
    inputs: fc.record({
      source: fc.constantFrom("local", "npm:x"),
      scope: fc.constantFrom(undefined, "user" as const, "project" as const, "temporary" as const),
      origin: fc.constantFrom(undefined, "package" as const, "top-level" as const),
      baseDir: fc.constantFrom(undefined, "/b"),
    }),
    runs: 24,
    run: ({ codingAgent }, options) =>
      codingAgent.createSyntheticSourceInfo(
        "/x/y.ts",
        Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never,
      ),
  }),
  subject({
    name: "coding-agent/define-tool",
    inputs: fc.constantFrom("a", "b"),
    runs: 2,
    run: ({ codingAgent }, name) => {
      const tool = {
        name,
        label: name,
        description: "d",
        parameters: { type: "object", properties: {} },
        execute: () => Promise.resolve({ content: [], details: undefined }),
      };
      const defined = codingAgent.defineTool(tool as never);
      return [defined === (tool as never), Object.keys(defined)];
    },
  }),
];

function attempt(call: () => unknown): unknown {
  try {
    return call();
  } catch {
    return "[throws]";
  }
}
