import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** The folder in which a project keeps its own settings and resources. */
export const CONFIG_DIR_NAME = ".tau";

type Environment = Record<string, string | undefined>;

/**
 * Returns Tau's home: `TAU_HOME`, else `~/.tau`. Reads the environment on every call, so that a program may move it
 * before it starts a session.
 */
export function getAgentDir(env: Environment = process.env): string {
  const moved = env.TAU_HOME;
  return moved ? resolve(expandTilde(moved)) : join(homedir(), CONFIG_DIR_NAME);
}

export function getProjectDir(cwd: string): string {
  return join(cwd, CONFIG_DIR_NAME);
}

/** Returns the folder in which pi keeps its project settings. It is read, but never written. */
export function getInheritedProjectDir(cwd: string): string {
  return join(cwd, ".pi");
}

export function getSessionsDir(agentDir = getAgentDir()): string {
  return join(agentDir, "sessions");
}

export function getLogsDir(agentDir = getAgentDir()): string {
  return join(agentDir, "logs");
}

export function getCacheDir(agentDir = getAgentDir()): string {
  return join(agentDir, "cache");
}

/**
 * Returns the administrator's settings files, the weakest first. `TAU_MANAGED_SETTINGS` names a file that ranks below
 * the system's file and above everything else: a user who sets it can only add restrictions.
 */
export function getManagedSettingsPaths(): string[] {
  const { TAU_MANAGED_SETTINGS: own } = process.env;
  const folder = process.platform === "darwin" ? "/Library/Application Support/Tau" : "/etc/tau";
  return [...(own ? [own] : []), getSettingsPath(folder)];
}

export function getSettingsPath(dir = getAgentDir()): string {
  return join(dir, "settings.json");
}

export function getAuthPath(agentDir = getAgentDir()): string {
  return join(agentDir, "auth.json");
}

export function getModelsPath(agentDir = getAgentDir()): string {
  return join(agentDir, "models.json");
}

export function getKeybindingsPath(agentDir = getAgentDir()): string {
  return join(agentDir, "keybindings.json");
}

export function getHistoryPath(agentDir = getAgentDir()): string {
  return join(agentDir, "history.db");
}

export function getTrustPath(agentDir = getAgentDir()): string {
  return join(agentDir, "trust.json");
}

/** Expands `~` and `~/x` to the home directory; `~user` stays as it is. */
export function expandTilde(path: string): string {
  if (path === "~") return homedir();
  return path.startsWith("~/") || path.startsWith("~\\") ? join(homedir(), path.slice(2)) : path;
}

/** Resolves a path that a user wrote in a file of `base`: absolute, relative to `base`, or under `~`. */
export function resolveFrom(base: string, path: string): string {
  return resolve(base, expandTilde(path));
}
