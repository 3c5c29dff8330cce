import type { ExtensionFlag } from "../core/extensions/contract/index.ts";
import { flagName, type Option, type OptionGroup } from "./options/option.ts";
import { options } from "./options/options.ts";

const USAGE = `tau: a coding agent for the terminal

Usage:
  tau [options] [@file …] [prompt …]     open Tau; with a prompt, start on it
  tau -p "prompt"                        print the answer and exit
  tau <command> [options]                ${"see Commands"}

Examples:
  tau                                    work in this folder
  tau -c                                 continue where you left off
  tau -p "what does this repo do?"       one answer, for scripts
  git diff | tau -p "review this"        what is piped in joins the prompt
  tau --model openai/gpt-5.5:high @a.ts "explain"
`;

/** The parts of an extension's flag that the help shows. */
type HelpFlag = Pick<ExtensionFlag, "name" | "type" | "description">;

export function helpText(
  commands: readonly { name: string; summary: string }[],
  flags: readonly HelpFlag[] = [],
): string {
  const width = Math.max(...Object.entries(options).map(([key, option]) => signature(key, option).length)) + 2;
  const lines = [USAGE, "Commands:", ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`)];
  for (const [group, entries] of optionsByGroup()) {
    lines.push("", `${group}:`);
    for (const [key, option] of entries) lines.push(`  ${signature(key, option).padEnd(width)}${option.description}`);
  }
  if (flags.length > 0) lines.push("", "Of extensions:");
  for (const { name, type, description = "" } of flags)
    lines.push(`  ${`--${name}${type === "string" ? " <value>" : ""}`.padEnd(width)}${description}`.trimEnd());
  return `${lines.join("\n")}\n`;
}

/** `-p, --print` or `--model <pattern>`. */
export function signature(key: string, option: Option): string {
  const short = option.short ? `-${option.short}, ` : "";
  const value = option.placeholder ?? "value";
  const argument = option.kind === "flag" ? "" : option.kind === "optional-text" ? ` [${value}]` : ` <${value}>`;
  return `${short}${flagName(key)}${argument}`;
}

export function optionsByGroup(): Map<OptionGroup, [string, Option][]> {
  const groups = new Map<OptionGroup, [string, Option][]>();
  for (const entry of Object.entries<Option>(options)) {
    const members = groups.get(entry[1].group) ?? [];
    members.push(entry);
    groups.set(entry[1].group, members);
  }
  return groups;
}
