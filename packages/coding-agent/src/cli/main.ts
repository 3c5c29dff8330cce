import { installed } from "../core/extensions/batteries/installed.ts";
import type { InlineExtension } from "../core/extensions/contract/index.ts";
import { printExactly, printWarning } from "../core/output/print.ts";
import { nearest } from "../core/text/nearest.ts";
import { VERSION } from "../version.ts";
import { usageError } from "./cli-error.ts";
import { type Command, commandHelp } from "./commands/command.ts";
import { commands } from "./commands/index.ts";
import { useCompileCache } from "./compile-cache.ts";
import { ExitCode } from "./exit-code.ts";
import { type Options, options } from "./options/options.ts";
import { parseArguments } from "./options/parse-arguments.ts";
import { reportFailure } from "./report-failure.ts";
import { resolveOwnImports } from "./resolve-own-imports.ts";

export interface MainOptions {
  /** Extensions of the program that embeds the command line. The user's extensions are loaded before them. */
  readonly extensionFactories?: readonly InlineExtension[] | undefined;
}

/** Runs `tau` with these arguments and resolves to the exit code. */
export async function main(args: readonly string[], { extensionFactories }: MainOptions = {}): Promise<number> {
  useCompileCache();
  resolveOwnImports();
  process.stdout.on("error", quitWithoutOutput);
  // If stderr is closed, warnings are lost, but the work continues.
  process.stderr.on("error", () => undefined);
  try {
    const { env, rest } = LEADING.test(args[0] ?? "")
      ? (await import("./commands/leading-options.ts")).leadingOptions(args)
      : { env: {}, rest: args };
    const names = rest.slice(0, 2);
    const isBattery = installed.some(({ name, subcommand }) => subcommand && names.includes(name));
    const isOfExtension = isBattery || (await isDeclared(names));
    const command = findCommand(rest, isOfExtension ? [...commands, ...(await extensionCommands())] : commands);
    if (command) Object.assign(process.env, env);
    const mode = command && modeArguments(command, rest);
    if (command && !mode) return await runCommand(command, rest.slice(1));
    const words = mode ?? args;
    const parsed = parseArguments(options, words);
    if (parsed.options.version) return print(`${VERSION}\n`);
    if (parsed.options.help) return print(await help(parsed.options));
    if (commands.some(({ name }) => name === parsed.messages[0]))
      (await import("./commands/refuse-late-command.ts")).refuseLateCommand(parsed, words, commands);
    if (parsed.options.export)
      return await (await import("./commands/export.ts")).exportFile(parsed.options.export, parsed.messages[0]);
    const { runApplication } = await import("./run-application.ts");
    const run = () => runApplication(parsed, { args: words, inline: extensionFactories });
    const { worktree } = parsed.options;
    if (worktree) return await (await import("./commands/run-in-worktree.ts")).runInWorktree(worktree, run);
    return await run();
  } catch (error) {
    return reportFailure(error);
  }
}

/** Returns the arguments that start the mode of a command, or undefined if the command itself is meant. */
function modeArguments({ name, modeWord }: Command, rest: readonly string[]): readonly string[] | undefined {
  if (modeWord === "" && !rest.includes("--help")) return ["--mode", name, ...rest.slice(1)];
  return modeWord && rest[1] === modeWord ? ["--mode", name, ...rest.slice(2)] : undefined;
}

/** Options that may come before a command. */
const LEADING = /^--(?:offline|session-dir)/;

async function help(given: Options): Promise<string> {
  const [{ helpText }, { extensionFlags }] = await Promise.all([
    import("./help.ts"),
    import("./options/extension-flags.ts"),
  ]);
  return helpText([...commands, ...(await extensionCommands())], await extensionFlags(given));
}

const extensionCommands = async () => await (await import("./commands/extension-commands.ts")).extensionCommands();

/** Resolves to whether one of the user's extensions declares one of the words as a command. Does not look if the first word is an option. */
async function isDeclared(words: readonly string[]): Promise<boolean> {
  return /^[a-z]/.test(words[0] ?? "") && (await import("./commands/declared-command.ts")).isDeclaredCommand(words);
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) return print(commandHelp(command));
  return await (await command.load()).run(args, commands);
}

function print(text: string): number {
  printExactly(text);
  return ExitCode.done;
}

/**
 * Ends the program when stdout cannot be written. A closed pipe (`tau -p … | head -1`) is not a failure. A full disk is a failure, but not
 * a bug.
 */
function quitWithoutOutput(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(ExitCode.done);
  printWarning(`The output cannot be written: ${error.message}.`);
  process.exit(ExitCode.storage);
}

/** Finds the command that the first word names. Rejects a word that nearly matches a command: sent as a prompt, it would cost money. */
function findCommand([word = "", next, ...more]: readonly string[], commands: readonly Command[]): Command | undefined {
  const named = (name: string | undefined) => commands.find((command) => command.name === name);
  // "help me with this" is a prompt; "help frob" asks for a command that does not exist.
  if (word === "help" && next !== undefined && !named(next)) {
    if (more.length > 0) return undefined;
    throw usageError(`There is no command "${next}". tau --help lists the commands. As a prompt: tau -- help ${next}`);
  }
  const command = named(word);
  if (command || !MISTYPED.test(word)) return command;
  const meant = nearest(
    word,
    commands.map(({ name }) => name),
    1,
  );
  if (meant === undefined) return undefined;
  throw usageError(`There is no command "${word}". Did you mean tau ${meant}? As a prompt: tau -- ${word}`);
}

/** One lower-case word of five or more letters. A shorter one is too close to too many commands. */
const MISTYPED = /^[a-z]{5,}$/;
