import { type KnownDifference, known } from "../subject.ts";
import { sameAfter, saysTheSame, without } from "./words.ts";

/** Options of the command line that take a value. */
const VALUED =
  /^(-e|--(model|provider|thinking|mode|session|tools|extension|skill|api-key|system-prompt|append-system-prompt|models|fork|name|theme|exclude-tools|session-dir|export|list-models))$/;

export const codingAgentFunctions: readonly KnownDifference[] = [
  known<unknown>({
    subject: "coding-agent/truncate",
    status: "open",
    reason:
      "With a limit of no lines, or where the last line alone is too long, truncatedBy and firstLineExceedsLimit name another limit.",
    example: ["x".repeat(60), { maxLines: 0, maxBytes: 0 }],
    matches: (difference) => sameAfter(without("firstLineExceedsLimit", "truncatedBy", "lastLinePartial"), difference),
  }),
  known<number>({
    subject: "coding-agent/format-size",
    status: "accepted",
    reason: "A size without a fraction is written without one: 7MB.",
    example: 7_287_604,
    matches: ({ ours, theirs }) => String(theirs).replace(".0", "") === ours,
  }),
  known<unknown>({
    subject: "coding-agent/diff",
    status: "open",
    reason: "The unified patch begins with an Index line and a rule, which pi leaves out.",
    example: ["a", "b", undefined],
    matches: ({ ours, theirs }) => {
      const [a, b] = [ours as { diff: unknown; patch: string }, theirs as { diff: unknown; patch: string }];
      return JSON.stringify(a.diff) === JSON.stringify(b.diff) && a.patch.endsWith(b.patch);
    },
  }),
  known<string>({
    subject: "coding-agent/frontmatter",
    status: "open",
    reason:
      "The body is trimmed even where there is no front matter, and the fences must stand alone on their lines; broken YAML fails in pi.",
    example: "---\n",
    matches: () => true,
  }),
  known<string[]>({
    subject: "coding-agent/parse-args",
    status: "accepted",
    reason:
      "An option may have its value behind an equals sign, an option that lacks its value is an error, and a repeated option is told.",
    example: ["--thinking=low"],
    matches: ({ input }) =>
      input.some(
        (word, index) =>
          /^--[a-z-]+=/.test(word) || word === "" || (VALUED.test(word) && (input[index + 1] ?? "-").startsWith("-")),
      ),
  }),
  known<string>({
    subject: "coding-agent/language-of-path",
    status: "accepted",
    reason: "More kinds of files are known, by the names of the highlighter's grammars.",
    example: "CMakeLists.txt",
    matches: ({ ours }) => typeof ours === "string",
  }),
  known<unknown>({
    subject: "coding-agent/visual-lines",
    status: "accepted",
    reason: "Lines break at other places.",
    example: ["x".repeat(60), 1, 10, 1, "start"],
    matches: () => true,
  }),
  known<object[]>({
    subject: "coding-agent/convert-to-llm",
    status: "accepted",
    reason: "What a command did is told in other words.",
    example: [
      {
        role: "bashExecution",
        command: "ls",
        output: "",
        exitCode: 0,
        cancelled: true,
        truncated: false,
        timestamp: 1,
      },
    ],
    matches: (difference) =>
      sameAfter(
        (value) => (typeof value.text === "string" && value.text.startsWith("Ran `") ? { ...value, text: "" } : value),
        difference,
      ),
  }),
  known<object[]>({
    subject: "coding-agent/serialize-conversation",
    status: "accepted",
    reason: "The text that a summary is made of names images and leaves out empty thoughts.",
    example: [
      {
        role: "toolResult",
        toolCallId: "c",
        toolName: "read",
        content: [{ type: "image", data: "", mimeType: "image/png" }],
        isError: false,
        timestamp: 1,
      },
    ],
    matches: () => true,
  }),
  known<string>({
    subject: "coding-agent/shell-config",
    status: "open",
    reason: "getShellConfig of a shell that does not exist fails in pi.",
    example: "/missing/shell",
    matches: ({ input, theirs }) => input === "/missing/shell" && theirs === "[throws]",
  }),
  known<{ calls: { tool: string }[] }>({
    subject: "coding-agent/tools",
    status: "accepted",
    reason: "The line break at the end of a file is not counted as one more line.",
    example: {
      files: { "a.txt": "a\nb\nc\n" },
      calls: [{ tool: "read", args: { path: "a.txt", offset: 1, limit: 1 } }],
    } as never,
    matches: ({ input }) => input.calls.some((call) => call.tool === "read"),
  }),
  known<string>({
    subject: "coding-agent/tool-definitions",
    status: "open",
    reason:
      "The definitions of built-in tools have no renderCall and renderResult, so a tool that wraps one loses its looks.",
    example: "read",
    matches: (difference) => sameAfter(without("members"), difference),
  }),
  known<[string, string, number | undefined]>({
    subject: "coding-agent/diff",
    status: "accepted",
    reason:
      "The column of line numbers is as wide as the largest number that is shown; pi counts the line after the last one too.",
    example: ["", "\n\n\n\n\n\n\n\n\n", undefined],
    matches: ({ ours, theirs }) =>
      JSON.stringify((ours as { diff: unknown }).diff).replaceAll(" ", "") ===
      JSON.stringify((theirs as { diff: unknown }).diff).replaceAll(" ", ""),
  }),
  known<{ calls: { tool: string; args: { limit?: number } }[] }>({
    subject: "coding-agent/tools",
    status: "accepted",
    reason: "That a listing was cut is told in other words.",
    example: { files: { "a.txt": "", ".hidden": "" }, calls: [{ tool: "ls", args: { limit: 1 } }] } as never,
    matches: ({ input }) => input.calls.some((call) => call.tool === "ls" && call.args.limit !== undefined),
  }),
  known<{ name: string }>({
    subject: "coding-agent/components",
    status: "accepted",
    reason: "What a user wrote is shown as it was written.",
    example: { name: "user", text: "**bold** words", width: 20 } as never,
    matches: ({ input }) => input.name === "user",
  }),
  known<{ kind: string; keys: string[] }>({
    subject: "coding-agent/selectors",
    status: "accepted",
    reason: "Typing in a list of choices searches it.",
    example: { kind: "selector", keys: ["a", "\r"] } as never,
    matches: ({ input }) => input.keys.includes("a"),
  }),
  known<[string, object]>({
    subject: "coding-agent/truncate",
    status: "open",
    reason:
      "The line break at the end counts neither as a byte nor as a line of its own in pi's truncateHead and truncateTail.",
    example: [`${"x".repeat(60)}\nlast\nlast\n`, { maxBytes: 70 }],
    matches: ({ input }) => input[0].endsWith("\n"),
  }),
  known<[string, string, number | undefined]>({
    subject: "coding-agent/diff",
    status: "open",
    reason: "The diff of two equal texts is a line of points; pi's is empty.",
    example: ["a", "a", undefined],
    matches: ({ input }) => input[0] === input[1],
  }),
  known<string[]>({
    subject: "coding-agent/parse-args",
    status: "open",
    reason: "After a value that is no choice of its option, the options behind it are not read.",
    example: ["--mode", "k", "-p"],
    matches: ({ input }) =>
      input.some((word) => ["--mode", "--thinking", "-x", "--", "--unknown", "--offline", "--approve"].includes(word)),
  }),
  known<object>({
    subject: "coding-agent/settings-getters",
    status: "open",
    reason:
      "Defaults are filled in where pi gives undefined (theme, thinking level, retry of a provider, connection time), and nothing is sent about installations.",
    example: {},
    matches: (difference) => sameAfter(without(...DEFAULTED), difference),
  }),
  known<object>({
    subject: "coding-agent/settings-invalid",
    status: "accepted",
    reason: "A value that is not allowed is left out and reported; the default holds.",
    example: { editorPaddingX: -1 },
    matches: () => true,
  }),
  known<{ damage: string }>({
    subject: "coding-agent/settings-files",
    status: "open",
    reason:
      "drainErrors does not report a settings file that cannot be read; values of older versions are replaced when they are read; lists of a project are added to those of the user.",
    example: { global: null, project: null, trusted: true, damage: "project" } as never,
    matches: () => true,
  }),
  known<object>({
    subject: "coding-agent/resource-loader",
    status: "open",
    reason:
      "With two of a name the user's comes first (pi: the project's), and a skill without a description is an error (pi: a warning).",
    example: {
      files: { "project/.agents/skills/three/SKILL.md": "---\nname: nothing\n---\nNo description" },
      options: {},
    },
    matches: () => true,
  }),
  known<object>({
    subject: "coding-agent/load-skills",
    status: "open",
    reason: "sourceInfo, the name of a skill without one, duplicates and warnings differ from pi's.",
    example: { files: {}, defaults: false, paths: ["agent/skills/two"] },
    matches: () => true,
  }),
  known<object>({
    subject: "coding-agent/models-json",
    status: "open",
    reason:
      "A provider without models does not count as configured by its key, modelOverrides do not reach models of models.json, and a provider without a key is an error.",
    example: { own: { apiKey: "KEY_OF_TEST" } },
    matches: () => true,
  }),
  known<object>({
    subject: "coding-agent/register-provider",
    status: "open",
    reason:
      "After unregisterProvider its key is forgotten, an empty list of models does not replace the built-in ones, defaults are filled in, and a registration that lacks something is accepted.",
    example: { first: { models: [] }, second: {}, name: "anthropic", remove: false },
    matches: () => true,
  }),
  known<object>({
    subject: "coding-agent/model-registry",
    status: "open",
    reason: "new ModelRegistry(runtime) fails.",
    example: {},
    matches: ({ ours }) => ours === "[throws]",
  }),
  known<object>({
    subject: "coding-agent/resolve-model",
    status: "open",
    reason:
      "A model that a provider does not list is an error (pi: a warning, and it is used); --thinking wins over a level behind the name; other versions of a family are chosen.",
    example: { cliModel: "own/unknown" },
    matches: () => true,
  }),
  known<{ kind: string }>({
    subject: "coding-agent/selectors",
    status: "accepted",
    reason: "There are more themes to choose from.",
    example: { kind: "theme", keys: ["\x1b[B", "\r"] } as never,
    matches: ({ input }) => input.kind === "theme",
  }),
  known<{ kind: string; keys: string[] }>({
    subject: "coding-agent/selectors",
    status: "open",
    reason: "The tree has no search: Escape cancels at once where pi first empties the search text.",
    example: { kind: "tree", keys: ["a", "\x1b"] } as never,
    matches: ({ input }) => input.kind === "tree" && input.keys.includes("a"),
  }),
  known<string>({
    subject: "coding-agent/theme",
    status: "open",
    reason: "getMarkdownTheme has no highlightCode.",
    example: "dark",
    matches: (difference) => sameAfter(without("markdown"), difference),
  }),
  known<string>({
    subject: "coding-agent/key-hints",
    status: "open",
    reason: "keyHint of an action that has no key is empty; pi shows the description.",
    example: "app.clear",
    matches: (difference) => sameAfter(without("hint"), difference) || saysTheSame(difference),
  }),
];

const DEFAULTED = [
  "getWarnings",
  "getWebSocketConnectTimeoutMs",
  "getDefaultThinkingLevel",
  "getProviderRetrySettings",
  "getTheme",
  "getThemeSetting",
  "getEnableInstallTelemetry",
];
