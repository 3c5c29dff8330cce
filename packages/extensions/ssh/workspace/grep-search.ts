import type { GrepOperations } from "@tau/coding-agent";
import type { SshConnection } from "../connection/connection.ts";
import { quote } from "../connection/posix-script.ts";
import { runScript } from "../connection/run-script.ts";
import { compileGlob } from "./glob.ts";

type Ripgrep = NonNullable<GrepOperations["ripgrep"]>;
type Request = Parameters<Ripgrep>[0];
type Outcome = Awaited<ReturnType<Ripgrep>>;

/** Searches with git, find and grep on a machine without ripgrep. It takes the arguments of ripgrep that Tau's tools use, and answers as ripgrep does. */
export function createGrepSearch(connection: SshConnection): Ripgrep {
  return async (request) => {
    const options = readArguments(request.args);
    const { paths, errorText } = await listPaths(connection, request, options.target);
    const wanted = paths.filter(options.matches);
    if (errorText !== "") return { exitCode: 2, errorText };
    if (options.pattern === undefined) {
      if (wanted.length > 0) request.onData(Buffer.from(`${wanted.join("\0")}\0`));
      return { exitCode: wanted.length > 0 ? 0 : 1, errorText: "" };
    }
    if (options.isMultiline)
      return { exitCode: 2, errorText: "a pattern over several lines needs ripgrep, which is not installed there" };
    return await grep(connection, request, { ...options, pattern: options.pattern }, wanted);
  };
}

interface SearchOptions {
  /** Absent if files are listed. */
  readonly pattern: string | undefined;
  readonly target: string;
  readonly flags: readonly string[];
  readonly isLiteral: boolean;
  readonly isMultiline: boolean;
  readonly matches: (path: string) => boolean;
}

function readArguments(args: readonly string[]): SearchOptions {
  const end = args.indexOf("--");
  const given = end === -1 ? args : args.slice(0, end);
  const [pattern, target = "."] = end === -1 ? [] : args.slice(end + 1);
  const values = (name: string) =>
    given.flatMap((arg) => (arg.startsWith(`--${name}=`) ? [arg.slice(name.length + 3)] : []));
  const excluded = values("glob").flatMap((glob) => (glob.startsWith("!") ? [compileGlob(glob.slice(1))] : []));
  const included = values("type-add").map((type) => compileGlob(type.slice(type.indexOf(":") + 1)));
  const flags = [
    ...values("max-count").map((count) => `-m ${Number(count)}`),
    ...values("context").map((count) => `-C ${Number(count)}`),
    ...(given.includes("--ignore-case") ? ["-i"] : []),
  ];
  return {
    pattern: given.includes("--files") ? undefined : pattern,
    target,
    flags,
    isLiteral: given.includes("--fixed-strings"),
    isMultiline: given.includes("--multiline"),
    matches: (path) =>
      !excluded.some((isExcluded) => isExcluded(path)) &&
      (included.length === 0 || included.some((isIncluded) => isIncluded(path))),
  };
}

/** Lists files as git does, without ignored ones, and outside of a repository all files. Programs that a repository configures are not run. */
async function listPaths(connection: SshConnection, { cwd, signal }: Request, target: string) {
  const git = "git -c core.fsmonitor=false";
  const script = [
    `cd -- ${quote(cwd)} || exit 2`,
    `if ${git} rev-parse --is-inside-work-tree >/dev/null 2>&1; then`,
    `${git} ls-files -z -co --exclude-standard -- ${quote(target)}`,
    `else find ${quote(target)} -name .git -prune -o -type f -print0; fi`,
  ].join("\n");
  const { text, errors, exitCode } = await collect(connection, script, signal);
  const paths = [...new Set(text.split("\0").slice(0, -1))].map((path) => path.replace(/^\.\//, ""));
  return { paths, errorText: paths.length === 0 && exitCode !== 0 ? errors.trim() : "" };
}

async function grep(
  connection: SshConnection,
  { cwd, onData, signal }: Request,
  { pattern, flags, isLiteral }: SearchOptions & { readonly pattern: string },
  paths: readonly string[],
): Promise<Outcome> {
  if (paths.length === 0) return { exitCode: 1, errorText: "" };
  const known = new Set(paths);
  let found = false;
  let errors = "";
  const lines = lineReader((line) => {
    const event = toEvent(line, known);
    if (event === undefined) return;
    found = true;
    onData(Buffer.from(event));
  });
  const script = [
    `cd -- ${quote(cwd)} || exit 2`,
    // Perl's expressions are nearest to those of ripgrep. Not every grep has them.
    `p=${quote(isLiteral ? pattern : withoutClasses(pattern))} k=-${isLiteral ? "F" : "E"}`,
    ...(isLiteral ? [] : [`printf x | grep -qP x 2>/dev/null && k=-P p=${quote(pattern)}`]),
    `exec xargs -0 grep $k -nHIs ${flags.join(" ")} -e "$p" --`,
  ].join("\n");
  const input = Buffer.from(`${paths.join("\0")}\0`);
  const onErrorData = (bytes: Buffer) => {
    errors = (errors + bytes).slice(0, 2000);
  };
  await runScript(connection, { script, input, signal, onData: lines.push, onErrorData });
  lines.end();
  if (found || errors.trim() === "") return { exitCode: found ? 0 : 1, errorText: "" };
  const isAboutPattern = /unmatched|invalid|unterminated|missing|nothing to repeat|unrecognized|trailing/i.test(errors);
  return { exitCode: 2, errorText: `${isAboutPattern ? "regex parse error: " : ""}${errors.trim()}` };
}

/** Writes the classes of Perl as those of POSIX. */
function withoutClasses(pattern: string): string {
  return pattern
    .replaceAll("\\d", "[0-9]")
    .replaceAll("\\s", "[[:space:]]")
    .replaceAll("\\w", "[[:alnum:]_]")
    .replaceAll("(?:", "(");
}

/** Returns a line such as `src/a.ts:3:text` as an event of ripgrep. A name may hold colons, so only a known one ends at a colon. */
function toEvent(line: string, known: ReadonlySet<string>): string | undefined {
  for (const { index, 0: place, 1: mark, 2: number } of line.matchAll(/([:-])(\d+)(?=\1)/g)) {
    const path = line.slice(0, index);
    if (!known.has(path)) continue;
    const text = line.slice(index + place.length + 1);
    const data = { path: { text: path }, lines: { text: `${text}\n` }, line_number: Number(number) };
    return `${JSON.stringify({ type: mark === ":" ? "match" : "context", data })}\n`;
  }
  return undefined;
}

async function collect(connection: SshConnection, script: string, signal: AbortSignal | undefined) {
  let [text, errors] = ["", ""];
  const decoder = new TextDecoder();
  const { exitCode } = await runScript(connection, {
    script,
    signal,
    isRepeatable: true,
    onData: (bytes) => {
      text += decoder.decode(bytes, { stream: true });
    },
    onErrorData: (bytes) => {
      errors = (errors + bytes).slice(0, 2000);
    },
  });
  return { text, errors, exitCode };
}

function lineReader(onLine: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = "";
  return {
    push: (bytes: Buffer) => {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    },
    end: () => {
      if (rest !== "") onLine(rest);
    },
  };
}
