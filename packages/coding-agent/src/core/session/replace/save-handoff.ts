import { join } from "node:path";
import { artifactDirectory, writeBeside } from "@tau/agent/node";
import { errorText } from "../../error-text.ts";

/** Saves a handoff document next to the session it describes. The next session already has it, so a failure is only returned as a message. */
export function saveHandoff(sessionFile: string, document: string, now: Date = new Date()): string | undefined {
  const directory = artifactDirectory(sessionFile);
  const path = join(directory, `handoff-${now.toISOString().replace(/[:.]/g, "-")}.md`);
  try {
    writeBeside(path, `${document}\n`);
    return undefined;
  } catch (error) {
    return `The handoff could not be kept as ${path}: ${errorText(error)}`;
  }
}
