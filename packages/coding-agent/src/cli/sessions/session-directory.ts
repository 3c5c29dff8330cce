import { resolveFrom } from "../../core/paths/index.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import type { Options } from "../options/options.ts";

/** Returns the folder of sessions if it is not the default: from the flag, then the variable, then the setting. */
export function sessionDirectory(
  options: Pick<Options, "sessionDir">,
  { cwd, settings }: Pick<Workspace, "cwd" | "settings">,
): string | undefined {
  const variable = process.env.TAU_SESSION_DIR || process.env.PI_CODING_AGENT_SESSION_DIR || undefined;
  const directory = options.sessionDir ?? variable ?? settings.get("sessionDir");
  return directory === undefined ? undefined : resolveFrom(cwd, directory);
}
