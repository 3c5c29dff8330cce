import { type KnownDifference, known } from "../subject.ts";

interface Search {
  readonly ignored?: string;
  readonly args: {
    readonly pattern: string;
    readonly glob?: string;
    readonly literal?: boolean;
    readonly limit?: number;
    readonly context?: number;
  };
}

const FILES = { "src/b.ts": "alpha", "a.txt": "a(b" };

export const codingAgentSearch: readonly KnownDifference[] = [
  known<Search>({
    subject: "coding-agent/grep",
    status: "accepted",
    reason:
      "A pattern that is no regular expression is searched for as text, and the result says so; in pi the call fails.",
    example: { files: FILES, args: { pattern: "(" } } as Search,
    matches: ({ input: { args }, theirs }) => theirs === "[throws]" && !args.literal && !isExpression(args.pattern),
  }),
  known<Search>({
    subject: "coding-agent/grep",
    status: "accepted",
    reason: "A glob chooses among the files that are not ignored; in pi it also brings back ignored files.",
    example: { files: FILES, ignored: "*.ts\n", args: { pattern: "alpha", glob: "*.ts" } } as Search,
    matches: ({ input: { args, ignored }, ours, theirs }) =>
      args.glob !== undefined && ignored !== undefined && isPart(filesOf(ours), theirs),
  }),
  known<Search>({
    subject: "coding-agent/grep",
    status: "accepted",
    reason: "A glob with a folder in it counts from the folder that is searched; in pi it finds nothing.",
    example: { files: FILES, args: { pattern: "alpha", path: ".", glob: "src/**" } } as Search,
    matches: ({ input: { args }, theirs }) =>
      args.glob?.startsWith("src/") === true && linesOf(theirs).join() === "No matches found",
  }),
  known<Search>({
    subject: "coding-agent/grep",
    status: "accepted",
    reason:
      "A line near two matches is shown once; in pi once for each of them, and a match also as a line around another. What follows the last line break of a file is no line.",
    example: { files: { "a.txt": "alpha\nalpha" }, args: { pattern: "alpha", context: 1 } } as never,
    matches: ({ input: { args }, ours, theirs }) =>
      (args.context ?? 0) > 0 &&
      JSON.stringify(matchesOf(ours)) === JSON.stringify(matchesOf(theirs)) &&
      JSON.stringify(shownOf(ours)) === JSON.stringify(shownOf(theirs)),
  }),
  known<Search>({
    subject: "coding-agent/grep",
    status: "accepted",
    reason: "A limit is told only where there are more matches than it allows.",
    example: { files: { "a.txt": "alpha" }, args: { pattern: "alpha", limit: 1 } } as never,
    matches: ({ input: { args }, ours, theirs }) =>
      args.limit !== undefined && JSON.stringify(filesOf(ours)) === JSON.stringify(filesOf(theirs)),
  }),
  known<Search>({
    subject: "coding-agent/grep",
    status: "accepted",
    reason: "Files are searched in parallel, by pi too: which of the matches come before a limit is chance.",
    example: {
      files: { "a.txt": "alpha", ".hidden/x.txt": "alpha", "src/c.ts": "alpha\nalpha" },
      args: { pattern: "alpha", limit: 1 },
    } as never,
    matches: ({ input: { args }, ours, theirs }) =>
      args.limit !== undefined && [ours, theirs].every((side) => matchesOf(side).length === args.limit),
  }),
  known<Search & { args: { path?: string } }>({
    subject: "coding-agent/find",
    status: "accepted",
    reason: "A pattern with a folder in it counts from the folder that is searched.",
    example: { files: FILES, args: { pattern: "src/*.ts", path: "src" } } as never,
    matches: ({ input: { args }, ours, theirs }) =>
      args.pattern.includes("/") && args.path !== undefined && isPart(filesOf(ours), theirs),
  }),
  known<Search>({
    subject: "coding-agent/find",
    status: "accepted",
    reason:
      "Files are listed, not folders; a limit is told only where more files were found, and of those the newest are kept.",
    example: { files: FILES, args: { pattern: "*" } } as Search,
    matches: ({ input: { args }, ours, theirs }) =>
      JSON.stringify(filesOf(ours)) === JSON.stringify(filesOf(theirs)) ||
      (args.limit !== undefined && linesOf(ours).length > 0 && filesOf(ours).length <= args.limit),
  }),
];

/** Whether all that one side found is found by the other too, or there is a limit on what is shown. */
function isPart(found: readonly string[], other: unknown): boolean {
  const all = filesOf(other);
  return found.every((line) => all.includes(line) || /^No matches/.test(line));
}

function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

function linesOf(value: unknown): string[] {
  return typeof value === "object" && value !== null && "lines" in value ? (value.lines as string[]) : [];
}

/** The lines that matched, without those around them and what is said of the list. */
function matchesOf(value: unknown): string[] {
  return linesOf(value).filter((line) => /^[^[].*:\d+: /.test(line));
}

/** The lines that are shown, each once and without empty ones around a match, whether they matched or stand around a match. */
function shownOf(value: unknown): string[] {
  const shown = linesOf(value).filter((line) => line !== "--" && !/^\[|-\d+- $/.test(line));
  return [...new Set(shown.map((line) => line.replace(/[:-](\d+)[:-] /, " $1 ")))].sort();
}

/** The files of a list, without folders and what is said of it. */
function filesOf(value: unknown): string[] {
  return linesOf(value).filter((line) => line !== "" && !/^\[|\/$|^No files/.test(line));
}
