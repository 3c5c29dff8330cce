import { join } from "node:path";
import { artifactDirectory, writeBeside } from "@tau/agent/node";
import { errorText } from "../../error-text.ts";

/** Keeps a handoff beside the session it is about. The next session has it already: a failure is only told. */
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
