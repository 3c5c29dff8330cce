import { basename } from "node:path";
import { listField, textField } from "@tau/agent";
import { isFolder, listFiles, readMarkdown } from "@tau/agent/node";
import { joinItems, type LoadedItems } from "../discovery/index.ts";
import type { SourceInfo } from "../source-info.ts";
import type { DescribeSource } from "./skill.ts";

export type RuleInterruptMode = "never" | "prose-only" | "tool-only" | "always";

export type RuleTrigger = "always_on" | "glob" | "model_decision" | "manual";

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
  scopes?: string[];
  interruptMode?: RuleInterruptMode;
  /** When Windsurf would apply the rule. */
  trigger?: RuleTrigger;
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
  if (body === "" && diagnostics.some(({ type }) => type === "error")) return { items: [], diagnostics };
  const rule: Rule = {
    name:
      textField(fields, "name") ??
      basename(path)
        .replace(/^\./, "")
        .replace(/(\.instructions)?\.mdc?$/, ""),
    path,
    content: body,
    ...given(
      "globs",
      GLOB_FIELDS.map((field) => globList(fields, field)).find((globs) => globs !== undefined),
    ),
    ...given("alwaysApply", booleanField(fields, "alwaysApply")),
    ...given("description", textField(fields, "description")),
    ...given("interruptMode", oneOf(INTERRUPT_MODES, textField(fields, "interruptMode"))),
    ...given("trigger", oneOf(TRIGGERS, textField(fields, "trigger"))),
    ...conditionOf(fields),
    sourceInfo: describe(path),
  };
  return { items: [rule], diagnostics };
}

/** Reads the condition. A pattern that looks like a path matches files: the rule applies to any text written into them. */
function conditionOf(fields: Record<string, unknown>): Pick<Rule, "condition" | "scopes"> {
  const patterns =
    listField(fields, "condition") ?? listField(fields, "ttsr_trigger") ?? listField(fields, "ttsrTrigger") ?? [];
  const globs = patterns.filter(looksLikeGlob);
  const texts = patterns.filter((pattern) => !looksLikeGlob(pattern));
  const scopes = [
    ...(listField(fields, "scope") ?? []),
    ...globs.flatMap((glob) => [`tool:edit(${glob})`, `tool:write(${glob})`]),
  ];
  const condition = texts.length === 0 && globs.length > 0 ? [".*"] : texts;
  return { ...given("condition", nonEmpty(condition)), ...given("scopes", nonEmpty(scopes)) };
}

function looksLikeGlob(pattern: string): boolean {
  return /^(\*\*?[/.]|[\w./*-]*\*\.[\w{},]+$)/.test(pattern);
}

/** The fields that name files: those of Cursor and Windsurf, of Copilot, and of Claude Code and Cline. */
const GLOB_FIELDS = ["globs", "applyTo", "paths"];
const INTERRUPT_MODES = ["never", "prose-only", "tool-only", "always"] as const;
const TRIGGERS = ["always_on", "glob", "model_decision", "manual"] as const;

/** Reads a list of globs. In a text they are separated by commas, except within braces. */
function globList(fields: Record<string, unknown>, name: string): string[] | undefined {
  if (Array.isArray(fields[name])) return listField(fields, name);
  const text = textField(fields, name);
  const globs = text?.match(/(?:\{[^}]*\}|[^,{]|\{)+/g)?.map((glob) => glob.trim().replace(/^(["'])(.*)\1$/, "$2"));
  return globs?.filter((glob) => glob !== "");
}

/** Reads a boolean. Front matter that is not valid YAML is read as texts. */
function booleanField(fields: Record<string, unknown>, name: string): boolean | undefined {
  const value = fields[name];
  if (value === "true" || value === "false") return value === "true";
  return typeof value === "boolean" ? value : undefined;
}

function oneOf<Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined {
  return words.find((word) => word === text);
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}

function nonEmpty(list: string[]): string[] | undefined {
  return list.length > 0 ? list : undefined;
}
