import { parseArgs } from "node:util";
import type { CommitOptions } from "./run-commit.ts";

/** Throws an error with a readable message for an unknown option. */
export function parseOptions(words: readonly string[]): CommitOptions {
  const { values, positionals } = parse(words);
  const { all = false, single = false, "dry-run": dryRun = false, yes = false, model } = values;
  if (dryRun && yes) throw new Error("--dry-run and --yes contradict each other.");
  return { all, single, dryRun, yes, model, instructions: positionals.join(" ") };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        all: { type: "boolean", short: "a" },
        single: { type: "boolean" },
        "dry-run": { type: "boolean" },
        yes: { type: "boolean", short: "y" },
        model: { type: "string" },
      },
    });
  } catch (cause) {
    const [said = ""] = (cause as Error).message.split(". ");
    throw new Error(`${said.replaceAll("'", "")}. tau commit --help names the options.`, { cause });
  }
}
