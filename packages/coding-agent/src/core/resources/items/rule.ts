import { basename } from "node:path";
import { listField, textField } from "@tau/agent";
import { isFolder, listFiles, readMarkdown } from "@tau/agent/node";
import { joinItems, type LoadedItems } from "../discovery/index.ts";
import type { SourceInfo } from "../source-info.ts";
import type { DescribeSource } from "./skill.ts";

export type RuleInterruptMode = "never" | "prose-only" | "tool-only" | "always";

/** Instructions for a part of the work. */
export interface Rule {
  name: string;
  path: string;
  content: string;
  globs?: string[];
  alwaysApply?: boolean;
  description?: string;
  /** Patterns that activate the rule while the model writes. */
  condition?: string[];
  /** Where the patterns are searched: `text`, `thinking`, `tool:edit(*.ts)`. */
  scope?: string[];
  interruptMode?: RuleInterruptMode;
  sourceInfo: SourceInfo;
}

/** Loads the rules of a folder, or the rule in a file. */
export function loadRulesAt(path: string, describe: DescribeSource): LoadedItems<Rule> {
  const files = isFolder(path) ? listFiles(path, [".md", ".mdc"], { deep: true }) : [path];
  const parts = files.map((file) => loadRule(file, describe));
  return joinItems(parts);
}

function loadRule(path: string, describe: DescribeSource): LoadedItems<Rule> {
  const file = readMarkdown(path);
  if (!file) return { items: [] };
  const { fields, body, diagnostics } = file;
  const rule: Rule = {
    name:
      textField(fields, "name") ??
      basename(path)
        .replace(/^\./, "")
        .replace(/(\.instructions)?\.mdc?$/, ""),
    path,
    content: body,
    ...given("globs", listField(fields, "globs") ?? listField(fields, "applyTo")),
    ...given("alwaysApply", typeof fields.alwaysApply === "boolean" ? fields.alwaysApply : undefined),
    ...given("description", textField(fields, "description")),
    ...given("interruptMode", interruptMode(textField(fields, "interruptMode"))),
    ...conditionOf(fields),
    sourceInfo: describe(path),
  };
  return { items: [rule], diagnostics };
}

/** Reads the condition. A pattern that looks like a path matches files: the rule applies to any text written into them. */
function conditionOf(fields: Record<string, unknown>): Pick<Rule, "condition" | "scope"> {
  const patterns =
    listField(fields, "condition") ?? listField(fields, "ttsr_trigger") ?? listField(fields, "ttsrTrigger") ?? [];
  const globs = patterns.filter(looksLikeGlob);
  const texts = patterns.filter((pattern) => !looksLikeGlob(pattern));
  const scope = [
    ...(listField(fields, "scope") ?? []),
    ...globs.flatMap((glob) => [`tool:edit(${glob})`, `tool:write(${glob})`]),
  ];
  const condition = texts.length === 0 && globs.length > 0 ? [".*"] : texts;
  return { ...given("condition", nonEmpty(condition)), ...given("scope", nonEmpty(scope)) };
}

function looksLikeGlob(pattern: string): boolean {
  return /^(\*\*?[/.]|[\w./*-]*\*\.[\w{},]+$)/.test(pattern);
}

function interruptMode(text: string | undefined): RuleInterruptMode | undefined {
  return (["never", "prose-only", "tool-only", "always"] as const).find((mode) => mode === text);
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}

function nonEmpty(list: string[]): string[] | undefined {
  return list.length > 0 ? list : undefined;
}
