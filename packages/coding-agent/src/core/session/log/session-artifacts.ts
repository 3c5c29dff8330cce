import type { SessionLog } from "@tau/agent";
import { artifactDirectory, SessionArtifacts } from "@tau/agent/node";
import type { SpillPlace } from "../../output/index.ts";
import type { ToolsOptions, UrlSources } from "../../tools/index.ts";

export interface ArtifactOptions extends Pick<ToolsOptions, "bash" | "powershell"> {
  readonly artifacts?: UrlSources["artifacts"];
}

/** Stores complete outputs next to the session's file, where `artifact://` finds them. An in-memory session has no such folder. */
export function artifactOptions(log: SessionLog): ArtifactOptions {
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
    bash: { spillPlace: place("bash"), originalPlace: place("bash-original") },
    powershell: { spillPlace: place("powershell") },
    artifacts: { find: (id) => artifacts()?.find(id), list: () => artifacts()?.list() ?? [] },
  };
}
