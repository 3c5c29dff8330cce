import { basename, relative, sep } from "node:path";
import type { PromptTemplate as AgentPromptTemplate } from "@tau/agent";
import { isFolder, joinItems, type LoadedItems, listFiles } from "../discovery/index.ts";
import type { ResourceDiagnostic, SourceInfo } from "../source-info.ts";
import { readMarkdown, textField } from "./markdown-file.ts";
import type { DescribeSource } from "./skill.ts";

/** A prompt kept in a file, and where it comes from. */
export interface PromptTemplate extends AgentPromptTemplate {
  sourceInfo: SourceInfo;
}

/** The templates of a folder, or the one a file is. With `deep`, `git/commit.md` is called `git:commit`. */
export function loadPromptsAt(
  path: string,
  describe: DescribeSource,
  options: { deep?: boolean } = {},
): LoadedItems<PromptTemplate> {
  if (path.endsWith(".md") && !isFolder(path)) return loadPrompt(path, nameOf(basename(path)), describe);
  const parts = listFiles(path, [".md"], options).map((file) => {
    const name = relative(path, file).split(sep).join(":");
    return loadPrompt(file, nameOf(name), describe);
  });
  return joinItems(parts);
}

function loadPrompt(path: string, name: string, describe: DescribeSource): LoadedItems<PromptTemplate> {
  const file = readMarkdown(path);
  if (!file) return { items: [] };
  const content = file.body;
  const hint = hintOf(file.fields["argument-hint"]);
  const firstLine =
    content
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? "";
  const description = textField(file.fields, "description") ?? firstLine.slice(0, MAX_DESCRIPTION);
  if (content.trim() === "") {
    const empty: ResourceDiagnostic = { type: "warning", path, message: "this prompt is empty; not loaded" };
    return { items: [], diagnostics: [...file.diagnostics, empty] };
  }
  const template = { name, description, content, sourceInfo: describe(path), filePath: path };
  return { items: [hint ? { ...template, argumentHint: hint } : template], diagnostics: file.diagnostics };
}

/** Without quotes, `[focus]` is a list to YAML. */
function hintOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  return value === undefined || value === null || value === "" ? undefined : String(value);
}

function nameOf(file: string): string {
  return file.replace(/(\.prompt)?\.md$/, "");
}

const MAX_DESCRIPTION = 100;
