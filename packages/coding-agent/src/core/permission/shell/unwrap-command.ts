import { nameOf, type SimpleCommand, type Word } from "./shell-script.ts";

export interface UnwrappedCommand {
  /** The innermost command whose words are known. */
  readonly command: SimpleCommand;
  /** The command does nothing but run the scripts, so only they have to be judged. */
  readonly onlyRunsScripts: boolean;
  /** Texts that a shell started by the command would run; what is expanded in them is as it is written. */
  readonly scripts: readonly { readonly text: string; readonly wrapper: string }[];
  readonly unclear: readonly string[];
}

/** How a program that starts another one parses its own arguments. */
interface Wrapper {
  /** Options that take their value as the next word. */
  readonly valued?: readonly string[];
  /** Options that make the command unknown, because they read words from elsewhere. */
  readonly opaque?: readonly string[];
  /** The only options without a value that are known; others may have one, or be abbreviations. Absent: all are. */
  readonly flags?: readonly string[];
  /** Number of words before the command, such as the duration of `timeout`. */
  readonly operands?: number;
  /** `NAME=value` words may come first. */
  readonly assigns?: boolean;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  builtin: {},
  busybox: {},
  command: { flags: ["-p"] },
  chroot: { operands: 1, opaque: ["--userspec"] },
  coproc: {},
  doas: { valued: ["-u", "-C"] },
  env: {
    valued: ["-u", "--unset"],
    opaque: ["-S", "--split-string", "--argv0", "-a", "-C", "--chdir"],
    flags: ["-i", "--ignore-environment"],
    assigns: true,
  },
  exec: { valued: ["-a"] },
  flock: { valued: ["-w", "--timeout", "-E", "--conflict-exit-code"], operands: 1, opaque: ["-c", "--command"] },
  ionice: { valued: ["-c", "--class", "-n", "--classdata", "-p", "--pid"] },
  nice: { valued: ["-n", "--adjustment"], flags: [] },
  nohup: {},
  setsid: {},
  stdbuf: { valued: ["-i", "-o", "-e", "--input", "--output", "--error"], flags: [] },
  sudo: {
    valued: ["-u", "--user", "-g", "--group", "-p", "--prompt", "-C", "-D", "--chdir", "-h", "--host", "-R", "-T"],
    assigns: true,
  },
  time: { valued: ["-f", "--format"], opaque: ["-o", "--output"], flags: ["-p", "-v"] },
  toybox: {},
  timeout: {
    valued: ["-k", "--kill-after", "-s", "--signal"],
    flags: ["--foreground", "--preserve-status", "-v", "--verbose"],
    operands: 1,
  },
  xargs: {
    valued: ["-n", "--max-args", "-P", "--max-procs", "-I", "-L", "-d", "--delimiter", "-s", "--max-chars", "-E"],
    opaque: ["-a", "--arg-file"],
  },
};

export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "zsh", "ksh", "ash", "fish"]);

/** Programs that start the command in their arguments, with options of which we know nothing. */
const LAUNCHERS: ReadonlySet<string> = new Set(
  [
    "watch parallel script su runuser strace ltrace gdb valgrind perf unbuffer chronic rlwrap expect taskset chrt prlimit",
    "numactl setarch linux64 linux32 unshare nsenter systemd-run firejail bwrap fakeroot faketime eatmydata cpulimit",
    "xvfb-run dbus-run-session caffeinate torsocks proxychains proxychains4 direnv mise asdf entr",
  ]
    .join(" ")
    .split(" "),
);

/** Options of `find` that start a command. */
const FIND_ACTIONS: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** Removes wrappers from a command, so that the program that really runs is judged. */
export function unwrapCommand(given: SimpleCommand): UnwrappedCommand {
  let command = given;
  const unclear: string[] = [];
  for (let name = baseName(command); name !== undefined && Object.hasOwn(WRAPPERS, name); name = baseName(command)) {
    const inner = withoutWrapper(command, name, WRAPPERS[name] ?? {}, unclear);
    if (!inner) return { command, onlyRunsScripts: false, scripts: [], unclear };
    command = inner;
  }
  const scripts = scriptsOf(command, unclear);
  return { command, onlyRunsScripts: scripts.length > 0 && onlyRuns(command), scripts, unclear };
}

/** Returns whether a command starts the one in its arguments, in a way that is not known. */
export function startsOthers(command: SimpleCommand): boolean {
  return LAUNCHERS.has(baseName(command) ?? "");
}

/** Returns a command and, if it is one that starts others, every command that it may start. */
export function commandsIn(command: SimpleCommand): SimpleCommand[] {
  const name = baseName(command);
  if (name === undefined || !startsOthers(command)) return [command];
  const wrappers = [...command.wrappers, name];
  const started = command.words.slice(1).map((_, index) => ({
    ...command,
    words: command.words.slice(index + 1).flatMap(splitText),
    wrappers,
  }));
  return [command, ...started];
}

/** Splits the text of `watch 'rm a'`. What is inside is only searched for known commands. */
function splitText(word: Word): Word[] {
  if (!word.isLiteral) return [word];
  return word.text.split(/\s+/).map((text) => ({ text, isLiteral: true }));
}

/** Returns the name without its folder. */
export function baseName(command: Pick<SimpleCommand, "words">): string | undefined {
  return nameOf(command)?.split("/").at(-1);
}

function withoutWrapper(
  command: SimpleCommand,
  name: string,
  wrapper: Wrapper,
  unclear: string[],
): SimpleCommand | undefined {
  const { words } = command;
  const uses = words.map((word) => useOf(word, name, wrapper));
  const index = prefixLength(uses);
  const before = (use: WordUse) => words.slice(0, index).flatMap(({ text }, at) => (uses[at] === use ? [text] : []));
  unclear.push(...before("unknown").map((option) => `${name} has the option ${option}, which is not known`));
  // Without PATH a shell may look for programs in the working directory.
  if (name === "env" && before("option").length + before("valued").length > 0) unclear.push("env takes variables away");
  const use = uses[index];
  if (use === "opaque") unclear.push(`${name} ${words[index]?.text} takes the command from elsewhere`);
  if (use === "opaque" || use === "lookup") return undefined;
  const rest = words.slice(index + (use === "end" ? 1 : 0) + (wrapper.operands ?? 0));
  return rest.length === 0
    ? undefined
    : {
        ...command,
        words: rest,
        assignments: [...command.assignments, ...before("assignment").map((text) => text.split("=", 1)[0] ?? "")],
        wrappers: [...command.wrappers, name],
      };
}

/** Returns the number of words before the wrapped command, or before the word that hides it. */
function prefixLength(uses: readonly WordUse[]): number {
  let index = 1;
  for (let use = uses[index]; use !== undefined && PREFIX.has(use); use = uses[index])
    index += use === "valued" ? 2 : 1;
  return Math.min(index, uses.length);
}

/** Kinds of words that come before the wrapped command, whatever follows. */
const PREFIX: ReadonlySet<WordUse> = new Set(["assignment", "valued", "option", "unknown"]);

type WordUse = "command" | "assignment" | "end" | "opaque" | "lookup" | "valued" | "option" | "unknown";

/** Classifies a word before the wrapped command. */
function useOf({ text, isLiteral }: Word, name: string, { assigns, flags, opaque, valued }: Wrapper): WordUse {
  if (assigns && /^\w+=/.test(text)) return "assignment";
  if (!isLiteral) return "command";
  if (text === "--") return "end";
  if (!text.startsWith("-") || text === "-") return "command";
  if (isOption(text, opaque)) return "opaque";
  if (name === "command" && /^-[vV]+$/.test(text)) return "lookup";
  if (isOption(text, valued)) return text.includes("=") || hasAttachedValue(text, valued) ? "option" : "valued";
  return flags === undefined || flags.includes(text) ? "option" : "unknown";
}

function isOption(text: string, options: readonly string[] = []): boolean {
  return options.some((option) =>
    option.startsWith("--") ? text === option || text.startsWith(`${option}=`) : text.startsWith(option),
  );
}

/** Returns whether an option contains its value: `-n5` does, `-n 5` does not. */
function hasAttachedValue(text: string, options: readonly string[] = []): boolean {
  return options.some((option) => !option.startsWith("--") && text.startsWith(option) && text.length > option.length);
}

type Scripts = UnwrappedCommand["scripts"];

function scriptsOf(command: SimpleCommand, unclear: string[]): Scripts {
  const name = baseName(command);
  const args = command.words.slice(1);
  if (name === "eval" || name === "trap") return evaluated(name, args, unclear);
  if (name !== undefined && SHELLS.has(name)) return shellScript(name, args, command, unclear);
  return name === "find" ? findScripts(args, unclear) : [];
}

/** Returns whether the command is `eval`, or a shell with `-c` and no option that reads a file first. */
function onlyRuns(command: SimpleCommand): boolean {
  const [name, option] = command.words;
  return name?.text === "eval" || /^-[eux]*c$/.test(option?.text ?? "");
}

function evaluated(name: string, args: readonly Word[], unclear: string[]): Scripts {
  const parts = name === "trap" ? args.slice(0, 1) : args;
  if (!parts.every(({ isLiteral }) => isLiteral)) unclear.push(`${name} runs a text that is computed`);
  return parts.length === 0 ? [] : [{ text: parts.map(({ text }) => text).join(" "), wrapper: name }];
}

function shellScript(name: string, args: readonly Word[], { hasInput }: SimpleCommand, unclear: string[]): Scripts {
  const index = args.findIndex(({ text }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text));
  const script = index === -1 ? undefined : args[index + 1];
  if (script) {
    // xargs and find put names into the text, which the shell then runs.
    if (!script.isLiteral || script.text.includes("{}")) unclear.push(`${name} -c runs a text that is computed`);
    return [{ text: script.text, wrapper: name }];
  }
  if (args.some(({ text }) => !text.startsWith("-"))) unclear.push(`${name} runs a script file`);
  else unclear.push(hasInput ? `${name} runs what it is sent` : `${name} runs what it reads`);
  return [];
}

function findScripts(args: readonly Word[], unclear: string[]): Scripts {
  const scripts: { text: string; wrapper: string }[] = [];
  for (const [index, { text }] of args.entries()) {
    if (!FIND_ACTIONS.has(text)) continue;
    const words = args.slice(index + 1, endOfAction(args, index + 1));
    if (words.every(({ isLiteral }) => isLiteral)) scripts.push({ text: words.map(quoted).join(" "), wrapper: "find" });
    else unclear.push(`find ${text} runs a command that is computed`);
  }
  return scripts;
}

/** Returns where the command of `-exec` ends: at a semicolon, or at a plus sign directly after the braces. */
function endOfAction(args: readonly Word[], from: number): number | undefined {
  const end = args.findIndex(
    ({ text }, at) => at >= from && (text === ";" || (text === "+" && args[at - 1]?.text === "{}")),
  );
  return end === -1 ? undefined : end;
}

function quoted({ text }: Word): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
