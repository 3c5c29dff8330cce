import type { ResourceLoader } from "../../resources/index.ts";
import type { SlashCommandInfo } from "../contract/index.ts";
import type { Registered } from "../extension/registered.ts";

/** Returns everything that a prompt may start with after a slash: commands of extensions, then templates, then skills. */
export function slashCommands(registered: Registered | undefined, resources: ResourceLoader): SlashCommandInfo[] {
  return [
    ...(registered?.getRegisteredCommands() ?? []).map(({ invocationName, description, sourceInfo }) => ({
      name: invocationName,
      ...(description ? { description } : {}),
      source: "extension" as const,
      sourceInfo,
    })),
    ...resources.getPrompts().prompts.map(({ name, description, sourceInfo }) => ({
      name,
      ...(description ? { description } : {}),
      source: "prompt" as const,
      sourceInfo,
    })),
    ...resources.getSkills().skills.map(({ name, description, sourceInfo }) => ({
      name: `skill:${name}`,
      description,
      source: "skill" as const,
      sourceInfo,
    })),
  ];
}
