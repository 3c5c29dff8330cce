import { createSyntheticSourceInfo, type SourceInfo } from "../../../resources/source-info.ts";
import type { SessionTool } from "../../../session/tools/tool-set.ts";
import { builtinTools } from "../../../tools/index.ts";
import type { RegisteredTool, ToolInfo } from "../../contract/index.ts";

/** Describes a tool of a session: its definition and its origin. */
export function toolInfo({ tool, guidelines }: SessionTool, registered?: RegisteredTool): ToolInfo {
  const { namespace, annotations, reachesTools, exposure = "direct" } = registered?.definition ?? {};
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters as ToolInfo["parameters"],
    ...(guidelines ? { promptGuidelines: [...guidelines] } : {}),
    ...(reachesTools ? { reachesTools } : {}),
    exposure,
    ...(namespace ? { namespace } : {}),
    ...(annotations ? { annotations } : {}),
    sourceInfo: registered?.sourceInfo ?? sourceOf(tool.name),
  };
}

function sourceOf(name: string): SourceInfo {
  const isBuiltIn = builtinTools.some((tool) => tool.name === name);
  const source = isBuiltIn ? "builtin" : "sdk";
  return createSyntheticSourceInfo(`${source}:${name}`, { source });
}
