import { basename } from "node:path";
import { listField, textField } from "@tau/agent";
import { listFiles, readMarkdown } from "@tau/agent/node";
import { joinItems, type LoadedItems } from "../discovery/index.ts";
import { firstOfEachName } from "../named-items.ts";
import type { SourceInfo } from "../source-info.ts";
import type { DescribeSource } from "./skill.ts";

/** A helper that the model may delegate work to: when to call it, with which tools and model, and its instructions. */
export interface AgentDefinition {
  name: string;
  description: string;
  tools?: string[];
  model?: string;
  systemPrompt: string;
  /** All other fields of the frontmatter. */
  fields: Record<string, unknown>;
  filePath: string;
  sourceInfo: SourceInfo;
}

/** Reads the agents of a folder and its subfolders. */
export function loadAgentsAt(folder: string, describe: DescribeSource): LoadedItems<AgentDefinition> {
  const parts = listFiles(folder, [".md"], { deep: true }).map((path) => loadAgent(path, describe));
  return joinItems(parts);
}

/** Reads the same agents, and reports files that have the name of another one: subfolders are no part of the name. */
export function loadNamedAgentsAt(folder: string, describe: DescribeSource): LoadedItems<AgentDefinition> {
  const { items, diagnostics = [] } = loadAgentsAt(folder, describe);
  const first = firstOfEachName("agent", items);
  return { items: first.items, diagnostics: [...diagnostics, ...first.diagnostics] };
}

function loadAgent(path: string, describe: DescribeSource): LoadedItems<AgentDefinition> {
  const file = readMarkdown(path);
  if (!file) return { items: [] };
  const { fields, body } = file;
  const [problem] = file.diagnostics;
  // Partially parsed fields could give an agent tools that its author has removed.
  if (problem) {
    const message = problem.message.replace(/; read as plain text$/, "; this agent is left out");
    return { items: [], diagnostics: [{ ...problem, type: "error", message }] };
  }
  const description = textField(fields, "description");
  if (!description) {
    // A folder of agents often has a page about them.
    if (/^readme\.md$/i.test(basename(path))) return { items: [] };
    const message = "this agent has no description; not loaded";
    return { items: [], diagnostics: [{ type: "warning", path, message }] };
  }
  const tools = listField(fields, "tools");
  const model = textField(fields, "model");
  const agent: AgentDefinition = {
    name: textField(fields, "name") ?? basename(path).replace(/(\.agent)?\.md$/, ""),
    description,
    ...(tools ? { tools } : {}),
    ...(model ? { model } : {}),
    systemPrompt: body,
    fields,
    filePath: path,
    sourceInfo: describe(path),
  };
  return { items: [agent] };
}
