import { isGitReading } from "./git-commands.ts";
import type { ShellPlace } from "./judge-script.ts";
import { isRefused } from "./options.ts";
import type { SimpleCommand, Word } from "./shell-script.ts";
import { baseName } from "./unwrap-command.ts";

/** Limits within which a program only reads. */
interface Reader {
  /** Options that write, run a program, or read a list of names from elsewhere. Short ones also match inside a cluster. */
  readonly refused?: readonly string[];
  /** Options whose value is the next word, which is then not an operand. */
  readonly valued?: readonly string[];
  /** Maximum number of operands that are only read; one more would be an output file. */
  readonly operands?: number;
  /** The operands are not file names. */
  readonly isText?: true;
  /** The first operand is a pattern or a program, not a file. */
  readonly hasPattern?: true;
  /** What stands behind an operand is an operand too, also with a dash. */
  readonly hasOptionsFirst?: true;
  readonly check?: (args: readonly string[]) => boolean;
}

const READERS: Readonly<Record<string, Reader>> = {
  "[": { isText: true, check: (args) => hasNoSubscript(args.slice(0, -1)) },
  arch: { operands: 0 },
  awk: {
    hasPattern: true,
    check: awkOnlyPrints,
  },
  base64: { refused: ["-o", "--output"] },
  basename: { isText: true },
  cat: {},
  // `cd -` goes where the user was before.
  cd: { operands: 1, check: (args) => !args.includes("-") },
  cksum: {},
  cmp: {},
  column: {},
  comm: {},
  cut: { valued: ["-d", "-f", "-c", "-b", "--delimiter", "--fields"] },
  date: { refused: ["-s", "--set", "-f", "--file"], isText: true, check: (args) => args.every(isDateFormat) },
  df: {},
  diff: { refused: ["--to-file", "--from-file"] },
  dirname: { isText: true },
  du: { refused: ["--files0-from"] },
  echo: { isText: true },
  egrep: { hasPattern: true, refused: ["-f", "--file"], valued: grepValues() },
  expand: {},
  expr: { isText: true },
  false: { isText: true },
  fgrep: { hasPattern: true, refused: ["-f", "--file"], valued: grepValues() },
  file: {
    refused: ["-m", "--magic-file", "-C", "--compile", "-f", "--files-from", "-z", "-Z", "--uncompress-noreport", "-S"],
  },
  find: { check: findOnlyReads },
  fmt: {},
  fold: {},
  grep: { hasPattern: true, refused: ["-f", "--file"], valued: grepValues() },
  groups: { isText: true },
  head: { valued: ["-n", "-c", "--lines", "--bytes"] },
  // A file with formats is shown where it is not one.
  hexdump: { refused: ["-f"] },
  hostname: { operands: 0, refused: ["-F", "--file", "-b", "--boot"] },
  id: { isText: true },
  join: {},
  jq: {
    hasPattern: true,
    refused: ["-f", "--from-file", "-L", "--library-path"],
    check: (args) => !args.some((arg) => /\benv\b|\$ENV|\binclude\b|\bimport\b/.test(arg)),
  },
  ls: {},
  md5sum: {},
  nl: {},
  nproc: { operands: 0 },
  od: {},
  paste: {},
  // Some shells compute the numbers that printf shows, subscripts included.
  printf: {
    refused: ["-v"],
    isText: true,
    check: ([format = "", ...values]) => setsNoVariable([format, ...values]) && hasNoSubscript(values),
  },
  ps: { isText: true, check: showsNoEnvironment },
  pwd: { operands: 0 },
  readlink: {},
  realpath: {},
  rev: {},
  rg: {
    hasPattern: true,
    refused: [
      "--pre",
      "--pre-glob",
      "--hostname-bin",
      "-z",
      "--search-zip",
      "-f",
      "--file",
      "--config",
      "--ignore-file",
    ],
    valued: [...grepValues(), "-g", "--glob", "-t", "--type", "-T", "--type-not", "--max-depth", "-d", "--sort"],
  },
  sed: { check: sedOnlyPrints },
  seq: { isText: true },
  sha1sum: {},
  sha256sum: {},
  sha512sum: {},
  sleep: { isText: true },
  sort: { refused: ["-o", "--output", "--compress-program", "-T", "--temporary-directory", "--files0-from"] },
  stat: {},
  // `@file` takes arguments from a file, and errors show them.
  strings: { check: (args) => !args.some((arg) => arg.startsWith("@") || arg === FOUND) },
  tac: {},
  tail: { valued: ["-n", "-c", "--lines", "--bytes"] },
  test: { isText: true, check: hasNoSubscript },
  tr: { isText: true },
  tree: { refused: ["-o", "--output", "--fromfile", "-R"] },
  true: { isText: true },
  tty: { operands: 0 },
  type: { isText: true },
  uname: { operands: 0 },
  unexpand: {},
  uniq: { operands: 1, valued: ["-f", "-s", "-w"] },
  wc: { refused: ["--files0-from"] },
  which: { isText: true },
  whoami: { operands: 0 },
  xxd: { operands: 1, refused: ["-r", "-revert"], hasOptionsFirst: true },
  ":": { isText: true },
};

/**
 * Returns whether a command only reads and starts nothing. Words that the shell expands are accepted only if they
 * cannot become an option.
 */
export function isHarmless(command: SimpleCommand, place: ShellPlace): boolean {
  const name = baseName(command);
  if (name === undefined) return false;
  const [, ...args] = command.words;
  if (name === "git") return place.trustsRepository && isGitReading(args);
  if (name === "command") return args.length > 0 && /^-[vV]$/.test(args[0]?.text ?? "");
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  return reader !== undefined && readsOnly(command, name, reader);
}

function readsOnly(command: SimpleCommand, name: string, reader: Reader): boolean {
  const [, ...args] = command.words;
  if (args.some(({ text }) => /\$\(|`/.test(text) && !text.startsWith("<(") && !reader.isText)) return false;
  if (!args.every((arg) => isKnownArgument(arg, reader, name))) return false;
  if (command.wrappers.includes("find") && !isFoundFile(args, reader)) return false;
  const texts = args.map(({ text }) => text);
  if (texts.some((text) => isRefused(text, reader.refused)) || followsLinks(name, texts)) return false;
  const { operands = Number.POSITIVE_INFINITY, check } = reader;
  return operandsOf(texts, reader).length <= operands && (check?.(texts) ?? true);
}

/** What `find` replaces by the names of files in the command that it starts. */
const FOUND = "{}";

/**
 * Returns whether `find` only puts names of files where a program expects files. As a part of a word they name a file
 * elsewhere, several may become an operand that is written to, and the first operand may be a program.
 */
function isFoundFile(words: readonly Word[], reader: Reader): boolean {
  const args = words.map(({ text }) => text);
  if (reader.isText || !args.some((arg) => arg.includes(FOUND))) return true;
  if (reader.operands !== undefined || args.some((arg) => arg !== FOUND && arg.includes(FOUND))) return false;
  return reader.hasPattern !== true || operandsOf(args, reader)[0] !== FOUND;
}

/** Returns the folders whose files a command reads at any depth. */
export function searchedPaths(command: SimpleCommand): string[] {
  const name = baseName(command) ?? "";
  const has = (pattern: RegExp) => command.words.some(({ text }) => pattern.test(text));
  if (name === "find") return has(/^-(?:exec|ok)/) ? orHere(readPaths(command)) : [];
  const isRecursive = name === "rg" || (/^(?:[ef]?grep|diff)$/.test(name) && has(/^-[a-zA-Z0-9]*[rRd]|^--(?:r|d)/));
  if (!isRecursive) return [];
  const paths = readPaths(command);
  return name === "diff" || namesFile(command) ? paths : [...paths, "."];
}

/** Short options of `grep` and `rg` that take no value. */
const FLAGS: Readonly<Record<string, RegExp>> = {
  grep: /^-[abcEFGHhIiLlnoPqRrsTUuVvwxyZz]+$/,
  rg: /^-[abcFHhIiLlnNopPqsSuUvVwx.]+$/,
};

/**
 * Returns whether a search certainly names a file or folder, so that it does not search the working directory. A word
 * behind an option may be its value.
 */
function namesFile(command: SimpleCommand): boolean {
  const texts = command.words.slice(1).map(({ text }) => text);
  const flags = FLAGS[baseName(command) === "rg" ? "rg" : "grep"];
  const certain = texts.filter((text, index) => {
    const before = texts[index - 1] ?? "";
    if (text.startsWith("-") && before !== "--") return false;
    return !before.startsWith("-") || before === "--" || flags?.test(before) === true;
  });
  const hasOption = texts.some((text) => /^-e$|^--(?:regexp|files)$|^--regexp=/.test(text));
  return certain.length > (hasOption ? 0 : 1);
}

/** Returns the folders of a search that starts a program with what it finds, links included. */
export function followedFolders(command: SimpleCommand): string[] {
  if (baseName(command) !== "find") return [];
  const texts = command.words.map(({ text }) => text);
  if (!texts.some((text) => /^-(?:exec|ok)/.test(text))) return [];
  const hasOnlyFiles = texts.some((text, index) => text === "-type" && texts[index + 1] === "f");
  return hasOnlyFiles && !texts.some((text) => /^(?:-o|-or|,|!|-not)$/.test(text))
    ? []
    : orHere(startPoints(texts.slice(1)));
}

/** Returns the folders at which `find` begins: the words before its expression. */
function startPoints(texts: readonly string[]): string[] {
  const args = texts.filter((text) => !/^-(?:[HLP]|O\d)$/.test(text));
  const end = args.findIndex((text) => /^[-(!]/.test(text));
  return (end === -1 ? args : args.slice(0, end)).map(beforeGlob);
}

function orHere(paths: readonly string[]): string[] {
  return paths.length === 0 ? ["."] : [...paths];
}

/** Returns whether a search follows links, which may lead to keys. */
function followsLinks(name: string, texts: readonly string[]): boolean {
  if (/^[ef]?grep$/.test(name)) return texts.some((text) => /^-[a-zA-Z0-9]*R|^--deref/.test(text));
  if (name === "diff")
    return texts.some((text) => /^-[a-zA-Z0-9]*r|^--r/.test(text)) && !texts.includes("--no-dereference");
  if (name === "rg") return texts.some((text) => /^-[a-zA-Z0-9]*L|^--follow/.test(text));
  return (
    name === "find" &&
    texts.some((text) => /^-(?:[PHOD]*L|follow$)/.test(text)) &&
    texts.some((text) => /^-exec/.test(text))
  );
}

/** Returns the files that a reading command opens; for a glob, its folder. */
export function readPaths(command: SimpleCommand): string[] {
  return openedPaths(command).map(beforeGlob);
}

/** Returns the globs among the files that a reading command opens. */
export function readGlobs(command: SimpleCommand): string[] {
  const globs = new Set(command.words.flatMap(({ text, isGlob }) => (isGlob ? [text] : [])));
  return globs.size === 0 ? [] : openedPaths(command).filter((path) => globs.has(path));
}

function openedPaths(command: SimpleCommand): string[] {
  const name = baseName(command);
  // Git reads files outside the repository too: `git diff /dev/null ~/.ssh/id_rsa`.
  if (name === "git")
    return command.words.slice(2).flatMap(({ text }) => (text.startsWith("-") ? optionPath(text) : [text]));
  const reader = name !== undefined && Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (!reader || reader.isText) return [];
  const [, ...words] = command.words;
  const operands = operandsOf(
    words.map(({ text }) => text),
    reader,
  );
  const files =
    reader.hasPattern && !words.some(({ text }) => /^-[^-]*[ef]|^--[rf]/.test(text)) ? operands.slice(1) : operands;
  const values = words.flatMap(({ text }) => optionPath(text));
  return [...files.filter((file) => !file.startsWith("<(")), ...values];
}

/** Returns the path that an option contains, as in `--ignore-file=path`, `-Xpath` and `-uX/path`. */
function optionPath(text: string): string[] {
  const [, value] = /^--[\w-]+=(.+)$/s.exec(text) ?? [];
  if (value !== undefined) return [value];
  if (!/^-[^-]./s.test(text)) return [];
  const [, rest] = /^-\w+?([/~.].*)$/s.exec(text) ?? [];
  return rest === undefined ? [text.slice(2)] : [text.slice(2), rest];
}

function beforeGlob(path: string): string {
  const at = path.search(/[*?[]/);
  return at === -1 ? path : path.slice(0, path.lastIndexOf("/", at) + 1) || ".";
}

/** Programs that do more than print what they are given, depending on it. */
const EXACT: ReadonlySet<string> = new Set(["[", "date", "printf", "ps", "test"]);

/** Returns whether a word is safe: a literal, a glob that cannot expand to an option, or a text that is only printed. */
function isKnownArgument({ isLiteral, isGlob, text }: Word, reader: Reader, name: string): boolean {
  if (isLiteral) return true;
  if (reader.isText) return !EXACT.has(name);
  // Commands inside `<(…)` are judged separately, and the resulting name cannot be an option.
  if (text.startsWith("<(") || /^~(?:\/[\w./@%+=:,-]*)?$/.test(text)) return true;
  if (!isGlob || name === "cd" || (!text.startsWith("-") && mayMatchHidden(text)) || /^\/(?:proc|dev)\b/.test(text))
    return false;
  if (/^--(?:include|exclude|exclude-dir|glob)=/.test(text)) return true;
  return reader.refused === undefined && reader.check === undefined && reader.operands === undefined
    ? true
    : /^\.{0,2}\/|^\w/.test(text);
}

/** Returns whether a glob may match files of hidden folders such as `~/.ssh`, or leave a folder that it matches. */
function mayMatchHidden(glob: string): boolean {
  if (/[*?[].*\/\.\.(?:\/|$)/s.test(glob)) return true;
  const isElsewhere = /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(glob);
  const start = isElsewhere ? 0 : glob.lastIndexOf("/", glob.search(/[*?[]/)) + 1;
  return /(?:^|\/)\.[^./]/.test(glob.slice(start));
}

function operandsOf(args: readonly string[], { valued = [], hasOptionsFirst }: Reader): string[] {
  const operands: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const text = args[index] ?? "";
    if (text === "--") return [...operands, ...args.slice(index + 1)];
    if (text.startsWith("-") && text !== "-" && !(hasOptionsFirst && operands.length > 0)) {
      if (valued.includes(text)) index++;
    } else operands.push(text);
  }
  return operands;
}

function grepValues(): string[] {
  return [
    "-e",
    "--regexp",
    "-A",
    "-B",
    "-C",
    "-m",
    "--max-count",
    "--include",
    "--exclude",
    "--exclude-dir",
    "--context",
  ];
}

/** Rejects `printf %n NAME`, which sets the variable, such as the path on which programs are found. */
function setsNoVariable(args: readonly string[]): boolean {
  return !args.some((arg) => /%[^%a-zA-Z(]*[hjlLqtzI]*n/.test(arg.replaceAll("%%", "")));
}

/** Rejects subscripts: `test -v 'x[$(P)]'` runs P, and so do numeric comparisons. */
function hasNoSubscript(args: readonly string[]): boolean {
  return args.every((arg) => !/[$`[]/.test(arg));
}

function isDateFormat(arg: string): boolean {
  return arg.startsWith("+") || arg.startsWith("-");
}

/** Actions that write or read a list, and those that run a command in the folder of each file. */
const FIND_EFFECTS = /^-(?:delete|fprint0?|fprintf|fls|files0-from|execdir|okdir)$/;

function findOnlyReads(args: readonly string[]): boolean {
  return !args.some((arg) => FIND_EFFECTS.test(arg));
}

/** Accepts `sed -n '12,40p' file` and nothing that could be a sed command that writes or runs something. */
function sedOnlyPrints(args: readonly string[]): boolean {
  const [quiet, script, ...files] = args;
  return (
    quiet === "-n" &&
    /^(?:\d+|\$)(?:,(?:\d+|\$|\+\d+))?p$/.test(script ?? "") &&
    files.every((file) => !file.startsWith("-"))
  );
}

/**
 * Returns whether an awk program starts nothing, writes nothing, connects to nothing, and reads no environment variable
 * and no file that is not an operand. Other options than these write files or take the program from one.
 */
function awkOnlyPrints(args: readonly string[]): boolean {
  return args.every(
    (arg) => !/system|getline|ENVIRON|SYMTAB|ARG[VC]|\/inet|[|>@]/.test(arg) && /^(?:[^-]|-[Fv]|--$|$)/.test(arg),
  );
}

/** Returns whether `ps` leaves out the environment of the processes, which `e` without a dash and `-E` show. */
function showsNoEnvironment(args: readonly string[]): boolean {
  const isValue = (index: number) => /^(?:-[a-zA-Z]*[opuC]|--(?:format|sort|pid|user))$/.test(args[index - 1] ?? "");
  return args.every((arg, index) =>
    arg.startsWith("-") || isValue(index) ? !/E|env/.test(arg) : !/[eE]/.test(arg) && !args.includes("--"),
  );
}
