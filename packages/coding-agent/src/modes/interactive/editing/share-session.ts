import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { exportSession } from "../../../core/export/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { confirm } from "../overlays/confirm.ts";

/** Uploads the session as a page to a secret gist. Asks first: it holds everything that was said and read. */
export async function shareSession(context: InteractiveContext): Promise<void> {
  const { session, services, themes, screen, say } = context;
  // The other service is not known here, and a user who chose it does not want the session elsewhere.
  if (services.settings.getSessionShareDestination() === "radius")
    throw new Error('Sharing to "radius" is not possible here. Set sessionShareDestination to gist, or use /export.');
  const title = "Upload this session to a secret gist? It holds prompts, file contents and output.";
  if (!(await confirm(context, { title, yes: "Upload it" }))) return;
  const folder = await mkdtemp(join(tmpdir(), "tau-share-"));
  try {
    const path = await exportSession(session, {
      path: join(folder, "session.html"),
      cwd: services.cwd,
      theme: themes.current,
    });
    const url = await screen.during("Uploading", (signal) => createGist(path, signal));
    say(`Shared at ${url}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function createGist(path: string, signal: AbortSignal): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("gh", ["gist", "create", path], { signal });
    return stdout.trim();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The gist could not be made: ${reason}. Install gh and run "gh auth login", or use /export.`, {
      cause,
    });
  }
}
