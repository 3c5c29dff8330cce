import type { AvailableCommand } from "@agentclientprotocol/sdk";
import type { SlashCommandInfo } from "@tau/coding-agent";

/** `/compact` is a command of the terminal UI, so it is not among those of extensions. */
export const COMPACT = /^\/compact(?:\s+(.*))?$/s;

const compact: AvailableCommand = {
  name: "compact",
  description: "Replace the older part of the conversation by a summary",
  input: { hint: "what the summary should keep" },
};

/** Lists every command that a prompt may start with: clients refuse others. */
export function sessionCommands(commands: readonly SlashCommandInfo[]): AvailableCommand[] {
  const others = commands.map(({ name, description = "", source }) => ({
    name,
    description: description || name,
    input: { hint: source === "extension" ? "arguments" : "what to do" },
  }));
  return [compact, ...others.filter(({ name }) => name !== compact.name)];
}
