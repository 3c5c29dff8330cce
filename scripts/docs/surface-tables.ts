import { palettes } from "../../packages/coding-agent/src/core/themes/built-in/palettes.ts";
import { builtinTools } from "../../packages/coding-agent/src/core/tools/registry.ts";
import { slashCommands } from "../../packages/coding-agent/src/modes/interactive/commands/index.ts";
import { code, markdownTable } from "./markdown-table.ts";

export function slashCommandTable(): string {
  const rows = slashCommands.map(({ name, argumentHint, description, aliases = [] }) => [
    code(argumentHint ? `/${name} ${argumentHint}` : `/${name}`),
    `${description}.`,
    aliases.map((alias) => code(`/${alias}`)).join(", "),
  ]);
  return markdownTable(["command", "what it does", "also"], rows);
}

export function toolTable(): string {
  const rows = builtinTools.map(({ name, isDefault, effect, prompt }) => [
    code(name),
    prompt.promptSnippet ?? "",
    effect,
    isDefault ? "on" : "off",
  ]);
  return markdownTable(["tool", "what the model reads", "effect", "at start"], rows);
}

export function themeTable(): string {
  const rows = palettes.map(({ name, appearance }) => [code(name), appearance]);
  return markdownTable(["theme", "background"], [...rows, [code("system"), "the terminal's own colours"]]);
}
