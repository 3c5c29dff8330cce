import type { SourceInfo } from "../../../core/resources/index.ts";
import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";

export interface RpcSlashCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description?: string;
  readonly source: "extension" | "prompt" | "skill";
  readonly sourceInfo: SourceInfo;
}

export const getCommands = defineCommand({
  name: "get_commands",
  summary: "What a prompt may begin with: commands of extensions, templates and skills",
  parameters: Type.Object({}),
  run(_, { services: { resources } }): { commands: RpcSlashCommand[] } {
    const templates = resources.getPrompts().prompts.map(({ name, description, sourceInfo }) => ({
      name,
      description,
      source: "prompt" as const,
      sourceInfo,
    }));
    const skills = resources.getSkills().skills.map(({ name, description, sourceInfo }) => ({
      name: `skill:${name}`,
      description,
      source: "skill" as const,
      sourceInfo,
    }));
    return { commands: [...templates, ...skills] };
  },
});
