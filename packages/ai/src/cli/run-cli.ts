import { parseArgs } from "node:util";
import { AiError } from "../ai-error.ts";
import { type Command, parseOptions } from "./command.ts";
import { completeCommand } from "./complete.ts";
import { listModelsCommand, listProvidersCommand } from "./list.ts";
import { loginCommand } from "./login.ts";

const COMMANDS: readonly Command[] = [completeCommand, loginCommand, listProvidersCommand, listModelsCommand];

const DONE = 0;
const FAILED = 1;
const USAGE = 2;

/** Runs one command of `tau-ai`. Resolves to the exit code; an error is one line on stderr. */
export async function runCli([name = "help", ...args]: readonly string[]): Promise<number> {
  if (["help", "--help", "-h"].includes(name)) return print(helpText());
  const command = COMMANDS.find((each) => each.name === name);
  if (!command)
    return fail(`There is no command ${name}. Known: ${COMMANDS.map((each) => each.name).join(", ")}.`, USAGE);
  const parsed = parse(command, args);
  if (typeof parsed === "string") return fail(parsed, USAGE);
  try {
    await command.run(parsed);
    return DONE;
  } catch (error) {
    if (!(error instanceof AiError)) throw error;
    return fail(error.message, FAILED);
  }
}

export function helpText(): string {
  const rows = COMMANDS.flatMap(({ name, usage, summary, options = {} }) => [
    [`  ${[name, usage].filter(Boolean).join(" ")}`, summary] as const,
    ...Object.entries(options).map(([option, { placeholder, description }]) => {
      return [`      --${option}${placeholder ? ` <${placeholder}>` : ""}`, description] as const;
    }),
  ]);
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  const lines = rows.map(([left, right]) => `${left.padEnd(width)}${right}`);
  return ["tau-ai: ask a model, from the command line", "", "Usage: tau-ai <command> [options]", "", ...lines, ""].join(
    "\n",
  );
}

function parse(command: Command, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: parseOptions(command),
      allowPositionals: true,
    });
    return { words: positionals, options: values as Record<string, string> };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return DONE;
}

function fail(message: string, code: number): number {
  process.stderr.write(`tau-ai: ${message}\n`);
  return code;
}
