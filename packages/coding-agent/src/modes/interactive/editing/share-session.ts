import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { errorText } from "../../../core/error-text.ts";
import { exportSession } from "../../../core/export/index.ts";
import { captureOutput } from "../../../core/process/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { choose } from "../overlays/choose.ts";

/** Makes a page of the session, to be shared by the user or put into a secret gist. Asks first: it holds all that was said and read. */
export async function shareSession(context: InteractiveContext): Promise<void> {
  // The other service is not known here, and a user who chose it does not want the session elsewhere.
  if (context.services.settings.get("sessionShareDestination") === "radius")
    throw new Error('Sharing to "radius" is not possible here. Set sessionShareDestination to gist, or use /export.');
  const way = await choose(context, {
    title: "Share this session? It holds prompts, file contents and output.",
    choices: [
      { value: "file" as const, label: "As a file", description: "an HTML page in this folder" },
      { value: "gist" as const, label: "As a secret gist", description: "uploaded with the gh command" },
    ],
  });
  if (way === "file") context.say(`Written to ${await writePage(context, "")}`);
  if (way === "gist") await upload(context);
}

async function writePage({ session, services, themes }: InteractiveContext, path: string): Promise<string> {
  return await exportSession(session, { path, cwd: services.cwd, theme: themes.current });
}

async function upload(context: InteractiveContext): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tau-share-"));
  try {
    const path = await writePage(context, join(folder, "session.html"));
    const url = await context.screen.during("Uploading", (signal) => createGist(path, signal));
    context.say(url === undefined ? "The upload was stopped." : `Shared at ${url}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `undefined` where the user stopped it. */
async function createGist(path: string, signal: AbortSignal): Promise<string | undefined> {
  const command = { file: "gh", args: ["gist", "create", path], cwd: dirname(path), env: process.env } as const;
  const output = await captureOutput({ ...command, purpose: "user", signal }).catch((cause: unknown) => {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    throw notCreated(isMissing ? "there is no gh command" : errorText(cause), cause);
  });
  if (signal.aborted) return undefined;
  if (output.exitCode !== 0) throw notCreated(String(output.stderr).trim() || `gh ended with code ${output.exitCode}`);
  return String(output.stdout).trim();
}

function notCreated(reason: string, cause?: unknown): Error {
  const advice = 'Install gh and run "gh auth login", or share a file.';
  return new Error(`The gist could not be made: ${reason}. ${advice}`, { cause });
}
