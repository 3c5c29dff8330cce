import type { SessionManager } from "@tau/agent";
import { artifactDirectory, SessionArtifacts } from "@tau/agent/node";
import type { SpillPlace } from "../output/index.ts";
import type { ToolsOptions } from "../tools/index.ts";

/** Keeps whole outputs beside the session's file, and lets `read` find them. A session in memory has no such place. */
export function artifactOptions(log: SessionManager): Pick<ToolsOptions, "read" | "bash" | "powershell"> {
  const artifacts = () => {
    const file = log.getSessionFile();
    return file === undefined ? undefined : new SessionArtifacts(artifactDirectory(file));
  };
  if (!log.isPersisted()) return {};
  const place = (tool: string) => (): SpillPlace => {
    const made = artifacts()?.create(tool);
    if (!made) throw new TypeError("The session has no file.");
    return { path: made.path, artifactId: String(made.id) };
  };
  return {
    bash: { spillPlace: place("bash") },
    powershell: { spillPlace: place("powershell") },
    read: {
      artifacts: { find: (id) => artifacts()?.find(id), list: () => artifacts()?.list() ?? [] },
    },
  };
}
