import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { keyVariables } from "@tau/ai";
import { getHistoryPath } from "../../core/paths/index.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import { importSources } from "../import/source.ts";

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const LOCAL_SERVERS = ["ollama", "lm-studio", "llama.cpp"];

/**
 * Describes what Tau found on the machine (keys, local servers, other agents) to a user who has never sent a prompt. Resolves to undefined
 * for other users, or if nothing was found.
 */
export async function describeMachine(
  { agentDir, models }: Pick<Workspace, "agentDir" | "models">,
  { env, home }: Machine = { env: process.env, home: homedir() },
): Promise<string | undefined> {
  if (existsSync(getHistoryPath(agentDir))) return undefined;
  const keys = models.getProviders().flatMap((id) => keyVariables(id).filter((name) => env[name]));
  const servers = LOCAL_SERVERS.filter((id) => models.getProviders().includes(id) && models.isUsable(id));
  const others = await agentsIn(home);
  const found = [
    keys.length > 0 ? `Keys in the environment: ${listed(new Set(keys))}` : "",
    servers.length > 0 ? `Running here: ${listed(servers.map((id) => models.getProviderDisplayName(id)))}` : "",
    others.length > 0 ? `Settings and sessions: ${listed(others.map((name) => `tau import ${name}`))}` : "",
  ].filter(Boolean);
  return found.length === 0 ? undefined : ["Found on this machine", ...found].join("\n");
}

/** Lists other agents whose home has something to import. */
async function agentsIn(home: string): Promise<string[]> {
  const names = await Promise.all(
    importSources.map(async ({ name, home: folder, merged, copied, sessions }) => {
      const there = await readdir(join(home, folder)).catch(() => []);
      const wanted = new Set([...Object.keys(merged), ...Object.keys(copied), sessions.folder]);
      return there.some((entry) => wanted.has(entry)) ? [name] : [];
    }),
  );
  return names.flat();
}

const MOST = 4;

function listed(names: Iterable<string>): string {
  const all = [...names];
  const rest = all.length - MOST;
  return rest > 0 ? `${all.slice(0, MOST).join(", ")} and ${rest} more` : all.join(", ");
}
