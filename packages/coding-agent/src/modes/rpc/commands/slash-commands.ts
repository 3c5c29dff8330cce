import type { SlashCommandInfo } from "../../../core/extensions/contract/index.ts";
import { slashCommands } from "../../../core/extensions/session/slash-commands.ts";
import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";

export type RpcSlashCommand = SlashCommandInfo;

export const getCommands = defineCommand({
  name: "get_commands",
  summary: "What a prompt may begin with: commands of extensions, templates and skills",
  parameters: Type.Object({}),
  run: (_, { session, services }): { commands: RpcSlashCommand[] } => ({
    commands: slashCommands(session.extensions?.registered, services.resources),
  }),
});
