import { commands } from "../../packages/coding-agent/src/cli/commands/index.ts";
import { ExitCode } from "../../packages/coding-agent/src/cli/exit-code.ts";
import { optionsByGroup, signature } from "../../packages/coding-agent/src/cli/help.ts";
import type { Option } from "../../packages/coding-agent/src/cli/options/option.ts";
import { code, markdownTable } from "./markdown-table.ts";

/** One table per group of options, as in the help. */
export function flagTables(): string {
  const groups = [...optionsByGroup()].flatMap(([group, entries]) => {
    const rows = entries.map(flagRow);
    return rows.length === 0 ? [] : [`### ${group}\n\n${markdownTable(["option", "values", "what it does"], rows)}`];
  });
  return groups.join("\n\n");
}

function flagRow([key, option]: readonly [string, Option]): string[] {
  return [code(signature(key, option)), valuesOf(option), option.description];
}

export function commandTable(): string {
  const rows = commands.map(({ usage, summary }) => [usage.map(code).join(" "), `${summary}.`]);
  return markdownTable(["command", "what it does"], rows);
}

const MEANINGS: Readonly<Record<keyof typeof ExitCode, string>> = {
  done: "Done.",
  runFailed: "The run failed, or was stopped: the reason is on stderr.",
  usage: "The command line is wrong.",
  configuration: "A setting, a model or a credential is wrong or missing.",
  storage: "The session could not be found, read or written.",
  hungUp: "Ended by SIGHUP: the terminal was closed.",
  interrupted: "Ended by SIGINT (Ctrl+C).",
  terminated: "Ended by SIGTERM.",
};

export function exitCodeTable(): string {
  const names = Object.keys(MEANINGS) as (keyof typeof ExitCode)[];
  return markdownTable(
    ["code", "meaning"],
    names.map((name) => [String(ExitCode[name]), MEANINGS[name]]),
  );
}

function valuesOf({ kind, choices }: { kind: string; choices?: readonly string[] }): string {
  if (choices) return choices.map(code).join(", ");
  if (kind === "list") return "separated by commas";
  if (kind === "texts") return "may be repeated";
  return kind === "number" ? "number" : "";
}
