import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { isWithin } from "../rule-paths.ts";
import { dangerOf } from "./dangerous-commands.ts";
import { followedFolders, isHarmless, readGlobs, readPaths, searchedPaths } from "./harmless-commands.ts";
import { readScript } from "./read-script.ts";
import { foldersOf, fromHome, locate, MOST_MOVES, movesOf } from "./script-folders.ts";
import { lineOf, nameOf, type ShellScript, type SimpleCommand, type Word } from "./shell-script.ts";
import { baseName } from "./unwrap-command.ts";

/** The context in which a command runs. */
export interface ShellPlace {
  readonly cwd: string;
  readonly home: string;
  /** Absolute paths of the folders that commands may change. */
  readonly roots: readonly string[];
  /** The repository's configuration is trusted, so git runs no foreign programs because of it. */
  readonly trustsRepository: boolean;
  /** The folders in which programs are found, as in `PATH`. */
  readonly searchPath?: string;
  /** Name of the shell; bash if absent. */
  readonly shell?: string;
}

/**
 * `read`: provably only reads. `danger`: known to destroy, to publish or to run a download. `ask`: anything else,
 * including what cannot be determined.
 */
export type ShellVerdict = "read" | "ask" | "danger";

export interface ShellJudgement {
  readonly verdict: ShellVerdict;
  /** Why the verdict is not `read`, in sentences for the user. */
  readonly reasons: readonly string[];
  /** Every command of the script, for rules. */
  readonly script: ShellScript;
  /** The commands that are not proven to only read. */
  readonly effects: readonly SimpleCommand[];
  /** Absolute paths of files and folders that are read, one for each folder that the script may be in at that point. */
  readonly reads: readonly string[];
  /** Those folders of `reads` whose files are read at any depth. */
  readonly searches: readonly string[];
  /** The globs among what is read. */
  readonly globs: readonly string[];
  /** Those folders of `searches` in which links are followed to what they lead to. */
  readonly followed: readonly string[];
  /** Files that redirections write to. */
  readonly writes: readonly string[];
}

export async function judgeCommand(text: string, place: ShellPlace): Promise<ShellJudgement> {
  const script = await readScript(text);
  const { shell = "bash" } = place;
  if (BASH.test(shell) || PLAIN.test(text)) return judgeScript(script, place);
  return judgeScript({ ...script, unclear: [...script.unclear, `it is for ${shell}, not for bash`] }, place);
}

/** Shells that understand a text as bash does, or refuse it. */
const BASH = /^(?:bash|sh|dash|ash)(?:\.exe)?$/;

/** A text that means the same in every shell: words, plain quotes, and what joins commands. */
const PLAIN = /^(?:(?<![\s;&|])=|[\w \t\n./:,@%+'";&|-])*$/;

export function judgeScript(script: ShellScript, place: ShellPlace): ShellJudgement {
  const dangers = dangerOf(script, place);
  const reasons = dangers.length > 0 ? dangers : [...questions(script, place)];
  const verdict = dangers.length > 0 ? "danger" : reasons.length > 0 ? "ask" : "read";
  const redirected = (kind: "read" | "write") =>
    script.redirects.filter((redirect) => redirect.kind === kind).map(({ target }) => target.text);
  const folders = foldersOf(script, place);
  const located = (paths: readonly string[]) => [
    ...new Set(paths.flatMap((path) => folders.flatMap((folder) => locate(folder, fromHome(path, place))))),
  ];
  return {
    verdict,
    reasons: [...new Set(reasons)],
    script,
    effects: script.commands.filter(
      (command) => nameOf(command) !== "=" && !question(command, place, false).next().done,
    ),
    reads: located([...script.commands.flatMap(readPaths), ...redirected("read")]),
    searches: located(script.commands.flatMap(searchedPaths)),
    globs: located(script.commands.flatMap(readGlobs)),
    followed: located(script.commands.flatMap(followedFolders)),
    writes: located(redirected("write").filter((path) => path !== "/dev/null")),
  };
}

/** Variables that only change how a program shows its output. */
const SAFE_VARIABLES: ReadonlySet<string> = new Set([
  "CI",
  "COLUMNS",
  "DEBUG",
  "FORCE_COLOR",
  "LANG",
  "LC_ALL",
  "LC_COLLATE",
  "LC_CTYPE",
  "LINES",
  "NODE_ENV",
  "NO_COLOR",
  "RUST_BACKTRACE",
  "RUST_LOG",
  "TERM",
  "TZ",
]);

export function isSafeVariable(name: string): boolean {
  return SAFE_VARIABLES.has(name);
}

function* questions(script: ShellScript, place: ShellPlace): Generator<string> {
  for (const reason of script.unclear) yield `The command cannot be judged: ${reason}.`;
  if (movesOf(script).length > MOST_MOVES) yield "It changes the folder too often to tell where it is.";
  yield* redirectQuestions(script);
  let isMoved = false;
  for (const command of script.commands) {
    const variable = command.assignments.find((name) => !isSafeVariable(name));
    if (variable !== undefined) yield `It sets the variable ${variable}.`;
    if (nameOf(command) === "=") continue;
    if (baseName(command) === "cd") isMoved = true;
    yield* question(command, place, isMoved);
  }
}

function* redirectQuestions(script: ShellScript): Generator<string> {
  for (const { kind, target } of script.redirects) {
    if (kind === "write" && target.text !== "/dev/null") yield `It writes to ${shown(target)}.`;
    if (/^\/dev\/(?:tcp|udp)\//.test(target.text)) yield `It connects to another machine: ${shown(target)}.`;
    if (!target.isLiteral) yield `It redirects to a file whose name is computed: ${shown(target)}.`;
  }
}

function* question(command: SimpleCommand, place: ShellPlace, isMoved: boolean): Generator<string> {
  const name = nameOf(command);
  const [wrapper] = command.wrappers.filter((each) => each !== "find");
  if (name === undefined) return yield `It runs a program whose name is computed: ${shown(command.words[0])}.`;
  if (name.includes("/")) return yield `It runs ${name}.`;
  if (wrapper !== undefined && !HARMLESS_WRAPPERS.has(wrapper)) return yield `It runs ${name} through ${wrapper}.`;
  if (place.shell === "powershell" || !isHarmless(command, place)) return yield `It runs ${lineOf(command)}.`;
  const own = workspaceProgram(name, place);
  if (own !== undefined) return yield `It runs ${own}, because PATH names a folder of the workspace.`;
  if (isMoved && name === "git") yield "It runs git in another folder, with the configuration of that folder.";
}

/** Returns the program of a name if it lies in the workspace, where the model can put one. */
function workspaceProgram(name: string, { searchPath = "", cwd, roots }: ShellPlace): string | undefined {
  return searchPath
    .split(delimiter)
    .map((folder) => resolve(cwd, folder))
    .filter((folder) => roots.some((root) => isWithin(root, folder)))
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** Wrappers that change how a command runs, not what it does. */
const HARMLESS_WRAPPERS: ReadonlySet<string> = new Set([
  "bash",
  "command",
  "env",
  "eval",
  "nice",
  "sh",
  "stdbuf",
  "time",
  "timeout",
]);

function shown(word: Word | undefined): string {
  return word?.text ?? "";
}
