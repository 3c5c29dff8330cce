import { type Difference, type KnownDifference, known } from "../subject.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import { sameAfter, saysTheSame, without, wordsOf } from "./words.ts";

/** Options of the command line that take a value. */
const VALUED =
  /^(-e|--(model|provider|thinking|mode|session|tools|extension|skill|api-key|system-prompt|append-system-prompt|models|fork|name|theme|exclude-tools|session-dir|export|list-models))$/;

export const codingAgentFunctions: readonly KnownDifference[] = [
  known<unknown>({
    subject: "coding-agent/truncate",
    status: "accepted",
    reason:
      "Which of two limits cut a text is told otherwise where both do, or where a limit of no lines is given; the text is the same.",
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
  known<string>({
    subject: "coding-agent/frontmatter",
    status: "accepted",
    reason:
      "Text or a list between two lines of dashes has no fields, so that what reads fields of it finds none; pi gives the text or the list itself as the fields.",
    example: "---\nSome text\n---\nmore",
    matches: ({ ours, theirs }) => {
      const [own, other] = [ours as Frontmatter, theirs as Frontmatter];
      const isText = typeof other.parsed.frontmatter !== "object" || Array.isArray(other.parsed.frontmatter);
      const rest = (value: Frontmatter) => JSON.stringify([value.stripped, value.parsed.body]);
      return isText && JSON.stringify(own.parsed.frontmatter) === "{}" && rest(own) === rest(other);
    },
  }),
  known<string>({
    subject: "coding-agent/frontmatter",
    status: "accepted",
    reason: "A text that begins with dashes and words on one line has no front matter; pi loses the first letter.",
    example: "---name: a\n---\nbody",
    matches: ({ input, ours }) => {
      const { stripped, parsed } = ours as Frontmatter;
      const text = input.replaceAll("\r\n", "\n");
      return /^---[ \t]*\S/.test(input) && stripped === text && parsed.body === text;
    },
  }),
  known<string>({
    subject: "coding-agent/frontmatter",
    status: "accepted",
    reason: "Of a field that occurs twice the last one counts; pi fails.",
    example: "---\nname: a\nname: b\n---\nbody",
    matches: ({ input, ours, theirs }) => {
      const names = [...input.matchAll(/^([\w-]+):/gm)].map(([, name]) => name);
      const [own, other] = [ours as Frontmatter, theirs as unknown as Record<string, unknown>];
      return (
        new Set(names).size < names.length &&
        [other.parsed, other.stripped].every((value) => value === "[throws]") &&
        own.stripped === own.parsed.body
      );
    },
  }),
  known<string[]>({
    subject: "coding-agent/parse-args",
    status: "accepted",
    reason:
      "An option may have its value behind an equals sign, an option that lacks its value is an error, and a repeated option is told.",
    example: ["--thinking=low"],
    matches: ({ input, ours }) =>
      hasArguments(ours) &&
      (input.some((word) => /^--[a-z-]+=/.test(word) || word === "") ||
        (hasError(ours) &&
          input.some((word, index) => VALUED.test(word) && (input[index + 1] ?? "-").startsWith("-")))),
  }),
  known<string>({
    subject: "coding-agent/language-of-path",
    status: "accepted",
    reason: "More kinds of files are known, by the names of the highlighter's grammars.",
    example: "CMakeLists.txt",
    matches: ({ ours }) => typeof ours === "string",
  }),
  known<VisualLinesInput>({
    subject: "coding-agent/visual-lines",
    status: "accepted",
    reason: 'As in pi 1.5, keep: "start" keeps the first lines; its newest complete release keeps the last ones.',
    example: ["a\nline two\nlast", 1, 10, 0, "start"],
    matches: ({ input: [text, , , , keep], ours, theirs }) => {
      const [own, other] = [ours as VisualLines, theirs as VisualLines];
      const said = text.replaceAll(/\s/g, "");
      return (
        keep === "start" &&
        own.skippedCount === other.skippedCount &&
        own.visualLines.length === other.visualLines.length &&
        said.startsWith(wordsOf(own.visualLines)) &&
        said.endsWith(wordsOf(other.visualLines))
      );
    },
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
    reason:
      "The text that a summary is made of names images and leaves out thoughts, which the answer sums up; what became of a command is told in other words.",
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
    matches: ({ ours, theirs }) => conversationText(ours) === conversationText(theirs),
  }),
  known<ToolCalls>({
    subject: "coding-agent/tools",
    status: "accepted",
    reason:
      "The line break at the end of a file is not counted as one more line, and a limit of 0 means none: models that leave a parameter empty send it. A byte order mark is not part of the text.",
    example: {
      files: { "a.txt": "a\nb\nc\n" },
      calls: [{ tool: "read", args: { path: "a.txt", offset: 1, limit: 1 } }],
    } as never,
    matches: (difference) => sameResults(difference, "read"),
  }),
  known<ToolCalls>({
    subject: "coding-agent/tools",
    status: "accepted",
    reason:
      "The output of a command has the line breaks that a screen would show: a carriage return before one is gone.",
    example: {
      files: { "a.txt": "alpha\r\nalpha" },
      calls: [{ tool: "bash", args: { command: "cat a.txt" } }],
    } as never,
    matches: (difference) => sameResults(difference, "bash"),
  }),
  known<string>({
    subject: "coding-agent/tool-definitions",
    status: "accepted",
    reason:
      "What draws a built-in tool is found by its name, so a tool that wraps one and has its name looks like it; the definition itself has no functions that draw.",
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
  known<ToolCalls>({
    subject: "coding-agent/tools",
    status: "accepted",
    reason: "That a listing was cut is told in other words.",
    example: { files: { "a.txt": "", ".hidden": "" }, calls: [{ tool: "ls", args: { limit: 1 } }] } as never,
    matches: (difference) => sameResults(difference, "ls"),
  }),
  known<{ name: string }>({
    subject: "coding-agent/components",
    status: "accepted",
    reason: "What a user wrote is shown as it was written.",
    example: { name: "user", text: "**bold** words", width: 20 } as never,
    matches: (difference) =>
      difference.input.name === "user" && leavesOf(difference).every(({ path }) => path.startsWith("says")),
  }),
  known<{ kind: string; keys: string[] }>({
    subject: "coding-agent/selectors",
    status: "accepted",
    reason: "Typing in a list of choices searches it, and typing in the tree searches the text that is shown.",
    example: { kind: "selector", keys: ["a", "\r"] } as never,
    matches: ({ input, ours, theirs }) =>
      input.kind !== "input" && input.keys.includes("a") && [ours, theirs].every(isEventList),
  }),
  known<{ kind: string; keys: string[] }>({
    subject: "coding-agent/selectors",
    status: "accepted",
    reason:
      "Up at the first entry of a list goes to the last one, and Down at the last to the first, as in every list.",
    example: { kind: "selector", keys: ["\x1b[A", "\r"] } as never,
    matches: ({ input, ours, theirs }) =>
      input.kind === "selector" &&
      JSON.stringify(ours) === JSON.stringify(chosen(input.keys, (index) => (index + 3) % 3)) &&
      JSON.stringify(theirs) === JSON.stringify(chosen(input.keys, (index) => Math.max(0, Math.min(index, 2)))),
  }),
  known<[string, { maxBytes?: number }]>({
    subject: "coding-agent/truncate",
    status: "accepted",
    reason:
      "The line break that ends the last line does not count against the limit of bytes: a text that fits without it is given whole.",
    example: [`${"x".repeat(60)}\nlast\nlast\n`, { maxBytes: 70 }],
    matches: (difference) => {
      const [text, { maxBytes = 0 }] = difference.input;
      const contents = (value: unknown) => {
        const { head, tail } = value as Record<"head" | "tail", { content: string }>;
        return [head.content, tail.content];
      };
      return (
        text.endsWith("\n") &&
        Buffer.byteLength(text) === maxBytes + 1 &&
        contents(difference.ours).every((content) => content === text) &&
        contents(difference.theirs).every((content) => `${content}\n` === text) &&
        leavesOf(difference).every(({ path }) =>
          /^(head|tail)\.(content|outputBytes|truncated|truncatedBy)$/.test(path),
        )
      );
    },
  }),
  known<string[]>({
    subject: "coding-agent/parse-args",
    status: "accepted",
    reason:
      "A command line with an error in it is not run, so that what follows the error is not read; an option that is not known is an error unless an extension may have brought it. Behind -- every word is text, also @file.",
    example: ["--mode", "k", "-p"],
    matches: (difference) =>
      hasArguments(difference.ours) &&
      (hasError(difference.ours) ||
        leavesOf(difference).every(({ path }) => /^(diagnostics|fileArgs|messages|unknown)\b/.test(path))) &&
      difference.input.some((word) => ["--mode", "--thinking", "-x", "--", "--unknown"].includes(word)),
  }),
  known<object>({
    subject: "coding-agent/settings-getters",
    status: "accepted",
    reason: "Nothing is sent about installations, and getEnableInstallTelemetry says so.",
    example: {},
    matches: (difference) => sameAfter(without(...DEFAULTED), difference),
  }),
  known<object>({
    subject: "coding-agent/settings-invalid",
    status: "accepted",
    reason: "A value that is not allowed is left out and reported; the default holds.",
    example: { editorPaddingX: -1 },
    matches: ({ input, theirs, ours }) =>
      theirs === "[throws]" ||
      sameAfter(without(...DEFAULTED, ...(INVALID[Object.keys(input)[0] ?? ""] ?? [])), { ours, theirs }),
  }),
  known<{ damage: string }>({
    subject: "coding-agent/settings-files",
    status: "accepted",
    reason:
      "Settings with earlier names are shown under their present ones, and the resources of a project are listed beside those of the user.",
    example: { global: { queueMode: "all" }, project: null, trusted: true, damage: "none" } as never,
    matches: (difference) =>
      sameAfter(without(...DEFAULTED, ...RESOURCE_LISTS, "again", "queueMode", "websockets"), difference),
  }),
  known<{ files: Record<string, string> }>({
    subject: "coding-agent/resource-loader",
    status: "accepted",
    reason:
      "A template without a text would send nothing: it is left out and reported, and one of that name elsewhere counts.",
    example: { files: { "agent/prompts/review.md": "---\n---\n" }, options: {} } as never,
    matches: (difference) =>
      Object.entries(difference.input.files).some(
        ([path, text]) => path.includes("prompts/") && text === "---\n---\n",
      ) &&
      leavesOf({ ours: named(difference.ours), theirs: named(difference.theirs) }).every(({ path }) =>
        path.startsWith("prompts"),
      ),
  }),
  known<object>({
    subject: "coding-agent/resource-loader",
    status: "accepted",
    reason:
      "A skill in a file of its own that has no name is called like its file; in pi it has the name of the folder, so that only one of them can be used.",
    example: { files: { "agent/skills/flat.md": "---\ndescription: Without a name\n---\nBody" }, options: {} },
    matches: ({ ours, theirs }) => JSON.stringify(named(ours)) === JSON.stringify(named(theirs)),
  }),
  known<{ files: Record<string, string>; paths: string[] }>({
    subject: "coding-agent/load-skills",
    status: "accepted",
    reason:
      "A skill in a file of its own that has no name is called like its file, and a file that was named and is no skill is reported.",
    example: {
      files: { "agent/skills/flat.md": "---\ndescription: Without a name\n---\nBody" },
      defaults: true,
      paths: [],
    } as never,
    matches: ({ input, ours, theirs }) => {
      const isNamed = input.paths.includes("agent/skills/flat.md");
      const reduced = (value: unknown) => JSON.stringify(named(isNamed ? without("problems")(value as never) : value));
      return reduced(ours) === reduced(theirs);
    },
  }),
  known<object>({
    subject: "coding-agent/models-json",
    status: "accepted",
    reason:
      "A provider of models.json that lacks models, an address or a protocol can send nothing: it is told as an error and does not count as configured.",
    example: { own: { apiKey: "KEY_OF_TEST" } },
    matches: (difference) => {
      const providers = Object.values(difference.input) as {
        models?: { api?: string }[];
        baseUrl?: string;
        api?: string;
      }[];
      const isBare = providers.some(
        ({ models = [], baseUrl, api }) =>
          models.length === 0 || baseUrl === undefined || models.some((model) => (model.api ?? api) === undefined),
      );
      return isBare && leavesOf(difference).every(({ path }) => /^(status|auth|error)/.test(path));
    },
  }),
  known<object>({
    subject: "coding-agent/register-provider",
    status: "accepted",
    reason:
      "A model that does not say its limits has those of models.json: 128,000 and 16,384 tokens, no thinking. In pi they are undefined, and compaction never begins.",
    example: {
      first: { baseUrl: "http://127.0.0.1:9/v1", api: "openai-completions", models: [{ id: "m1" }] },
      name: "own",
      remove: false,
    },
    matches: (difference) => leavesOf(difference).every(isFilledIn),
  }),
  known<{ remove: boolean; first: object; second?: object }>({
    subject: "coding-agent/register-provider",
    status: "accepted",
    reason: "unregisterProvider takes the key along that came with the provider.",
    example: {
      first: { baseUrl: "http://127.0.0.1:9/v1", api: "openai-completions", apiKey: "literal", models: [{ id: "m1" }] },
      name: "own",
      remove: true,
    } as never,
    matches: (difference) =>
      difference.input.remove &&
      leavesOf(difference).every(({ path, ours }) => path === "auth" && ours === false) &&
      [difference.input.first, difference.input.second].some((config) => config && "apiKey" in config),
  }),
  known<Record<string, { models?: unknown[]; apiKey?: string }>>({
    subject: "coding-agent/model-registry",
    status: "accepted",
    reason:
      "A provider of models.json without models, which nothing else describes, can send nothing: it is reported as an error, and its key is not used. The name of an environment variable that is set stands for its value, as in earlier versions of pi and in $NAME.",
    example: { own: { apiKey: "KEY_OF_TEST" } },
    matches: (difference) => {
      const isBare = Object.values(difference.input).some(({ models = [] }) => models.length === 0);
      return leavesOf(difference).every(
        ({ path, ours, theirs }) =>
          (["key.apiKey", "key.headers.Authorization", "providerKey"].includes(path) &&
            String(theirs).includes("KEY_OF_TEST") &&
            String(ours).includes("from-environment")) ||
          (isBare && (path === "error" || (path === "providerKey" && ours === undefined))),
      );
    },
  }),
  known<object>({
    subject: "coding-agent/resolve-model",
    status: "accepted",
    reason:
      "Of several versions of a family the newest is chosen; a level behind the name of a model that its provider does not list is read as everywhere.",
    example: { cliProvider: "anthropic", cliModel: "sonnet:high" },
    matches: (difference) =>
      leavesOf(difference).every(({ path, ours, theirs }) => {
        if (path === "thinking") return (difference.input as { cliModel?: string }).cliModel?.includes(":") === true;
        return path === "model" && familyOf(ours) !== "" && familyOf(ours) === familyOf(theirs);
      }),
  }),
  known<{ kind: string }>({
    subject: "coding-agent/selectors",
    status: "accepted",
    reason: "There are more themes to choose from.",
    example: { kind: "theme", keys: ["\x1b[B", "\r"] } as never,
    matches: ({ input, ours, theirs }) => {
      const [own, other] = [ours as unknown[][], theirs as unknown[][]];
      const kinds = (events: unknown[][]) => JSON.stringify(events.map(([kind]) => kind));
      const names = [...own, ...other].flatMap(([, name]) => (name === undefined ? [] : [name]));
      return input.kind === "theme" && kinds(own) === kinds(other) && names.every((name) => typeof name === "string");
    },
  }),
  known<string>({
    subject: "coding-agent/key-hints",
    status: "accepted",
    reason: "keyHint of an action that has no key is empty: there is nothing to press.",
    example: "app.clear",
    matches: (difference) => sameAfter(without("hint"), difference) || saysTheSame(difference),
  }),
];

/** A model's name without its version: what stays the same from one version to the next. */
function familyOf(model: unknown): string {
  if (typeof model !== "string") return "";
  return model.replace(/:(off|minimal|low|medium|high|xhigh|max)$/, "").replace(/[-@:.]?(v?\d[\d.:-]*|latest)/g, "");
}

/** Whether a command line was read: it never throws, and its lists are lists. */
function hasArguments(value: unknown): boolean {
  const { messages, fileArgs, diagnostics, unknown } = (value ?? {}) as Record<string, unknown>;
  return [messages, fileArgs, diagnostics, unknown].every(Array.isArray);
}

/** Whether a command line has an error, so that it is not run. */
function hasError(value: unknown): boolean {
  return (value as { diagnostics: unknown[] }).diagnostics.includes("error");
}

/** Whether a value is a list of events of a selector: a name each, and what was chosen. */
function isEventList(value: unknown): boolean {
  return Array.isArray(value) && value.every((event) => Array.isArray(event) && typeof event[0] === "string");
}

type VisualLinesInput = [string, number, number, number | undefined, string | undefined];

interface VisualLines {
  readonly visualLines: readonly string[];
  readonly skippedCount: number;
}

/** What a list of three choices reports, where `place` decides which entry follows the last one. */
function chosen(keys: readonly string[], place: (index: number) => number): unknown[] {
  let index = 0;
  return keys.flatMap((key) => {
    if (key === "\r") return [["select", ["first", "second", "third"][index]]];
    if (key === "\x1b") return [["cancel", undefined]];
    index = place(index + (key === "\x1b[A" ? -1 : 1));
    return [];
  });
}

/** Whether a limit of a model is undefined in pi and has its default here. */
function isFilledIn({ path, ours, theirs }: Leaf): boolean {
  const defaults: Record<string, unknown> = { contextWindow: 128_000, maxTokens: 16_384, reasoning: false };
  const [list, , member = ""] = path.split(".");
  return list === "models" && theirs === undefined && ours === defaults[member];
}

/** The same value with one name for a skill that has none of its own. */
function named(value: unknown): unknown {
  const { skills, fromDir, ...rest } = value as {
    skills: { name: string; filePath: string }[];
    fromDir?: string[];
  };
  return {
    ...rest,
    skills: skills.map((skill) =>
      skill.filePath.endsWith("flat.md") && ["flat", "skills"].includes(skill.name) ? { ...skill, name: "" } : skill,
    ),
    fromDir: fromDir?.map((name) => (name === "flat" || name === "skills" ? "" : name)).sort(),
  };
}

interface Frontmatter {
  readonly stripped: string;
  readonly parsed: { readonly frontmatter: unknown; readonly body: string };
}

const DEFAULTED = ["getEnableInstallTelemetry"];

/** The getters that a value which is not allowed shows in. */
const INVALID: Readonly<Record<string, readonly string[]>> = {
  autocompleteMaxVisible: ["getAutocompleteMaxVisible"],
  defaultThinkingLevel: ["getDefaultThinkingLevel"],
  doubleEscapeAction: ["getDoubleEscapeAction"],
  editorPaddingX: ["getEditorPaddingX"],
};

const RESOURCE_LISTS = ["getExtensionPaths", "getPackages", "getPromptTemplatePaths", "getSkillPaths", "getThemePaths"];

/** What a conversation says without thoughts, images, blanks and the end of a command; speakers who say nothing else are left out. */
function conversationText(value: unknown): string {
  return (value as string)
    .replaceAll(/\[Assistant thinking\]: [\s\S]*?(?=\n\n\[|$)/g, "")
    .replaceAll(/\[image [^\]]*\]|\((the command was|command) cancelled\)/g, "")
    .replaceAll(/(Exit code|Command exited with code) (?=\d+)/g, "")
    .replaceAll(/\s/g, "")
    .replaceAll(/\[(User|Assistant|Toolresult)\]:(?=\[|$)/g, "");
}

interface ToolCalls {
  readonly calls: readonly { readonly tool: string; readonly args: { readonly limit?: number } }[];
}

/** Whether a tool was called and the results are the same in all that is not accepted; how a text was cut is wording. */
function sameResults({ input, ours, theirs }: Difference<ToolCalls>, tool: string): boolean {
  const reduced = (value: unknown) => {
    const { results, ...rest } = value as { results: { content?: { text?: string }[] }[] };
    const changed = results.map((result, index) => {
      const { tool: name, args } = input.calls[index] ?? { tool: "", args: {} };
      if (name === "read" && args.limit === 0) return undefined;
      const texts = result.content?.map(({ text = "" }) =>
        name === "bash" ? text.replaceAll("\r\n", "\n") : withoutNotice(text.replace(/^\ufeff/, "")),
      );
      return texts ? { ...result, content: texts, details: undefined } : result;
    });
    return JSON.stringify({ ...rest, results: changed });
  };
  return input.calls.some((call) => call.tool === tool) && reduced(ours) === reduced(theirs);
}

/** A text without what it says in brackets at its end of how much is left. */
function withoutNotice(text: string): string {
  return text.replace(/\s*\[[^[\]]*\]\s*$/, "").trimEnd();
}
