import { existsSync } from "node:fs";
import { join } from "node:path";
import { userDeclarations } from "../../core/extensions/loader/declared-parts.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { SettingsStore } from "../../core/settings/index.ts";

/** Returns whether one of the user's extensions declares one of the words as a command. */
export function isDeclaredCommand(words: readonly string[]): boolean {
  const agentDir = getAgentDir();
  const hasAny = ["extensions", "npm", "git", "settings.json"].some((name) => existsSync(join(agentDir, name)));
  if (!hasAny) return false;
  const declared = userDeclarations(SettingsStore.open(process.cwd(), agentDir), process.cwd(), agentDir);
  return declared.some(({ subcommands }) => words.some((word) => Object.hasOwn(subcommands, word)));
}
