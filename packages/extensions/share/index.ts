import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ExtensionAPI, ExtensionCommandContext } from "@tau/coding-agent";
import { matchesKey } from "@tau/tui";

const FILE = { label: "As a file", description: "an HTML page in this folder" };
const GIST = { label: "As a secret gist", description: "uploaded with the gh command" };

export default function (pi: ExtensionAPI): void {
  pi.registerCommand("share", {
    handler: async (_args, ctx) => {
      try {
        const said = await share(pi, ctx);
        if (said !== undefined) ctx.ui.notify(said);
      } catch (error) {
        ctx.ui.notify(error instanceof Error ? error.message : String(error), "error");
      }
    },
  });
}

type Context = Pick<ExtensionCommandContext, "ui">;

/** Resolves to the message for the user, or to undefined if they cancelled. */
async function share(pi: ExtensionAPI, ctx: Context): Promise<string | undefined> {
  // The radius service is not supported, and a user who chose it does not want the session published elsewhere.
  if (pi.settings.get("sessionShareDestination") === "radius")
    throw new Error('Sharing to "radius" is not possible here. Set sessionShareDestination to gist, or use /export.');
  const question = "Share this session? It holds prompts, file contents and output.";
  const answers = await ctx.ui.ask([{ id: "way", question, options: [FILE, GIST], other: false }]);
  const way = answers?.[0]?.selected[0];
  if (way === FILE.label) return `Written to ${await pi.exports.writeSession()}`;
  return way === GIST.label ? await upload(pi, ctx) : undefined;
}

async function upload(pi: ExtensionAPI, { ui }: Context): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tau-share-"));
  const stopped = new AbortController();
  const stopListening = ui.onTerminalInput((data) => {
    if (!matchesKey(data, "escape")) return undefined;
    stopped.abort();
    return { consume: true };
  });
  const row = ui.progress("Uploading… (escape to stop)");
  try {
    const path = await pi.exports.writeSession(join(folder, "session.html"));
    const url = await createGist(pi, path, stopped.signal);
    return url === undefined ? "The upload was stopped." : `Shared at ${url}`;
  } finally {
    row.done();
    stopListening();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resolves to undefined if the user stopped it. */
async function createGist(pi: ExtensionAPI, path: string, signal: AbortSignal): Promise<string | undefined> {
  const options = { cwd: dirname(path), purpose: "user", signal } as const;
  const output = await pi.processes.run("gh", ["gist", "create", path], options).catch((cause: unknown) => {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    throw notCreated(isMissing ? "there is no gh command" : String(cause), cause);
  });
  if (signal.aborted) return undefined;
  if (output.exitCode !== 0) throw notCreated(String(output.stderr).trim() || `gh ended with code ${output.exitCode}`);
  return String(output.stdout).trim();
}

function notCreated(reason: string, cause?: unknown): Error {
  const advice = 'Install gh and run "gh auth login", or share a file.';
  return new Error(`The gist could not be made: ${reason}. ${advice}`, { cause });
}
