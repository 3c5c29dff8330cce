import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { ExtensionAPI, SubcommandContext } from "@tau/coding-agent";
import { askOf } from "./model-request.ts";
import { parseOptions } from "./parse-options.ts";
import { type CommitDialog, type CommitOptions, runCommit } from "./run-commit.ts";

/** The exit code of a wrong command line. */
const WRONG_USE = 2;

/** Runs `tau commit …` and resolves to the exit code. */
export async function runSubcommand(
  args: readonly string[],
  ctx: SubcommandContext,
  pi: ExtensionAPI,
): Promise<number> {
  let options: CommitOptions;
  try {
    options = parseOptions(args);
  } catch (error) {
    process.stderr.write(`tau: ${(error as Error).message}\n`);
    return WRONG_USE;
  }
  const { stdin, stdout } = process;
  if (!options.yes && !options.dryRun && !(stdin.isTTY && stdout.isTTY))
    throw new Error("There is no terminal to confirm the proposal on: add --yes to commit it, or --dry-run to see it.");
  const { model, modelRegistry } = await ctx.chooseModel(options.model);
  const { signal, cwd } = ctx;
  const setup = { processes: pi.processes, cwd, signal, contextWindow: model.contextWindow };
  const committed = await runCommit(
    { ...setup, ask: askOf(model, modelRegistry, signal), dialog: dialogOf(ctx, pi) },
    options,
  );
  return committed || options.dryRun ? 0 : 1;
}

function dialogOf({ print, settings, signal }: SubcommandContext, pi: ExtensionAPI): CommitDialog {
  return {
    show: print,
    progress: (text) => void process.stderr.write(`${text}\n`),
    choose: async (question, answers) => {
      const keys = keysOf(answers);
      const labels = answers.map((answer, index) => marked(answer, keys[index] ?? "")).join("  ");
      const reader = createInterface({ input: process.stdin, output: process.stdout });
      try {
        const typed = (await reader.question(`\n${question} ${labels} `, { signal })).trim().toLowerCase();
        return answers.find((answer, index) => typed === keys[index] || typed === answer.toLowerCase());
      } catch (error) {
        if (signal.aborted || !(error instanceof Error && error.name === "AbortError")) throw error;
        // Ctrl+C and Ctrl+D cancel.
        process.stdout.write("\n");
        return undefined;
      } finally {
        reader.close();
      }
    },
    edit: async (text) => {
      const folder = mkdtempSync(join(tmpdir(), "tau-message-"));
      const file = join(folder, "COMMIT_EDITMSG");
      try {
        writeFileSync(file, text);
        const configured = settings.get("externalEditor");
        const command = typeof configured === "string" ? configured : undefined;
        return (await openEditor(pi, file, command)) ? readFileSync(file, "utf8") : undefined;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Returns the letter that chooses each answer: its first one that no answer before it has. */
function keysOf(answers: readonly string[]): string[] {
  const keys: string[] = [];
  for (const answer of answers)
    keys.push([...answer.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !keys.includes(letter)) ?? "");
  return keys;
}

/** Returns an answer with its letter in brackets, such as `c[a]ncel`. */
function marked(answer: string, key: string): string {
  const at = answer.toLowerCase().indexOf(key);
  return `${answer.slice(0, at).toLowerCase()}[${key}]${answer.slice(at + 1)}`;
}

/** Opens the user's editor in this terminal. Resolves to whether it exited successfully. */
async function openEditor(pi: ExtensionAPI, file: string, configured: string | undefined): Promise<boolean> {
  const { stdin, stdout, env } = process;
  const command = configured ?? env.GIT_EDITOR ?? env.VISUAL ?? env.EDITOR ?? "vi";
  const size = () => ({ columns: stdout.columns, rows: stdout.rows });
  const editor = await pi.processes.startTerminal("sh", ["-c", `${command} "$1"`, "sh", file], size());
  const resize = () => editor.resize(stdout.columns, stdout.rows);
  const type = (typed: Buffer) => editor.write(typed.toString("utf8"));
  stdin.setRawMode(true);
  stdin.resume().on("data", type);
  stdout.on("resize", resize);
  editor.output.pipe(stdout, { end: false });
  try {
    return (await editor.exited).exitCode === 0;
  } finally {
    stdout.off("resize", resize);
    stdin.off("data", type).pause();
    stdin.setRawMode(false);
  }
}
