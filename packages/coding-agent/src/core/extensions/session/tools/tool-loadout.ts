import type { AgentTool } from "@tau/agent";
import { ownValue } from "@tau/ai";
import type { SessionTool } from "../../../session/tools/tool-set.ts";
import type { RegisteredTool, ToolLoadout, ToolLoadoutChanges } from "../../contract/index.ts";

export interface LoadoutSource {
  readonly registered: () => readonly AgentTool[];
  readonly callable: () => readonly AgentTool[];
  readonly find: (name: string) => RegisteredTool | undefined;
  readonly guidelines: (name: string) => readonly string[];
  readonly settings: ToolLoadout["getSettings"];
  readonly report: (extensionPath: string, event: string, error: unknown) => void;
}

/** Returns the tools that are declared to the model, after the active tools have changed descriptions and hidden declarations of others. */
export function applyLoadouts(active: readonly SessionTool[], source: LoadoutSource): SessionTool[] {
  let declared = [...active];
  for (const { tool } of active) {
    const changes = prepare(tool.name, declared, source);
    if (!changes) continue;
    const { descriptions = {}, hiddenDeclarations = [] } = changes;
    declared = declared
      .filter((entry) => !hiddenDeclarations.includes(entry.tool.name))
      .map((entry) => {
        const description = ownValue(descriptions, entry.tool.name);
        return description === undefined ? entry : { ...entry, tool: { ...entry.tool, description } };
      });
  }
  return declared;
}

function prepare(
  name: string,
  declared: readonly SessionTool[],
  source: LoadoutSource,
): ToolLoadoutChanges | undefined {
  const speaker = source.find(name);
  if (!speaker?.definition.prepareLoadout) return undefined;
  const loadout: ToolLoadout = {
    declared: declared.map(({ tool }) => tool),
    callable: source.callable(),
    registered: source.registered(),
    getExposure: (tool) => source.find(tool)?.definition.exposure ?? "direct",
    getNamespace: (tool) => source.find(tool)?.definition.namespace,
    getPromptGuidelines: (tool) => source.guidelines(tool),
    getSettings: source.settings,
  };
  try {
    return speaker.definition.prepareLoadout(loadout);
  } catch (error) {
    source.report(speaker.sourceInfo.path, "prepare_loadout", error);
    return undefined;
  }
}
