import type { ShellScript, SimpleCommand } from "./shell-script.ts";
import { baseName, SHELLS } from "./unwrap-command.ts";

const DOWNLOADERS: ReadonlySet<string> = new Set(
  "curl wget wget2 fetch aria2c http https xh nc ncat netcat axel lynx ftp scp sftp".split(" "),
);

/** Interpreters, with the options that give them a program, so that they do not take it from their input. */
const INTERPRETERS: Readonly<Record<string, RegExp>> = {
  python: /^-[a-zA-Z]*[cm]/,
  perl: /^-\w*[eE]/,
  ruby: /^-\w*e/,
  node: /^-[a-z]*[ep]|^--(?:eval|print)/,
  deno: /^(?:eval|fmt|lint)$/,
  bun: /^-[ep]|^--(?:eval|print)/,
  php: /^-[rBR]/,
  lua: /^-e/,
  source: /^$/,
  ".": /^$/,
  eval: /^$/,
};

/** Returns whether a script downloads something and runs it. */
export function runsDownload({ commands, redirects, unclear }: ShellScript): boolean {
  const downloads = commands.filter((command) => DOWNLOADERS.has(baseName(command) ?? ""));
  if (downloads.length === 0) return false;
  const files = new Set(
    [
      ...redirects.flatMap(({ kind, target }) => (kind === "write" ? [target.text] : [])),
      ...downloads.flatMap(({ words }) => words.slice(1).map(({ text }) => text)),
    ].map(lastPart),
  );
  const isNear = (command: SimpleCommand) =>
    downloads.some(({ pipeline, wrappers }) => pipeline === command.pipeline || wrappers.length > 0);
  return commands.some((command) => {
    if (downloads.includes(command)) return false;
    return (isNear(command) && takesProgram(command)) || runsFile(command, files) || isComputed(command, unclear);
  });
}

/** Returns whether a command runs what it is sent, what `<(…)` gives, or what a substitution in its words gives. */
function takesProgram(command: SimpleCommand): boolean {
  const [name, ...args] = command.words;
  if (/^(?:\$\(|`)/.test(name?.text ?? "") && !name?.isLiteral) return true;
  const option = programOption(command);
  if (option === undefined) return false;
  if (args.some(({ text, isLiteral }) => !isLiteral && /^<\(|\$\(|`/.test(text))) return true;
  const texts = args.map(({ text }) => text);
  if (!command.hasInput || texts.some((text) => option.test(text))) return false;
  const file = programFile(texts);
  return file === undefined || /^(?:-|\/dev\/stdin)$/.test(file) || texts.includes("-s");
}

function programFile(args: readonly string[]): string | undefined {
  return args.find((text) => (!text.startsWith("-") || text === "-") && text !== "run");
}

/** Returns whether a command runs one of these files, itself or as the program of an interpreter. */
function runsFile(command: SimpleCommand, files: ReadonlySet<string>): boolean {
  const [name, ...args] = command.words.map(({ text }) => text);
  if (name?.includes("/") && files.has(lastPart(name))) return true;
  const option = programOption(command);
  if (option === undefined || args.some((text) => option.test(text))) return false;
  return files.has(lastPart(programFile(args) ?? ""));
}

/** Returns whether a shell runs a text that cannot be told here. */
function isComputed(command: SimpleCommand, unclear: readonly string[]): boolean {
  return programOption(command) !== undefined && unclear.some((reason) => /runs (?:a text|what)/.test(reason));
}

/** Returns how an interpreter is given a program; `undefined` if the command is none. */
function programOption(command: SimpleCommand): RegExp | undefined {
  const name = baseName(command)?.replace(/(?<=[a-z])[\d.]+$/, "") ?? "";
  if (SHELLS.has(name)) return /^-[a-zA-Z]*c/;
  return Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
}

function lastPart(path: string): string {
  return path.split(/[/=]/).at(-1) ?? path;
}
