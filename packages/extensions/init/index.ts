import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AssistantMessage } from "@tau/ai";
import type { ExtensionAPI, ExtensionCommandContext } from "@tau/coding-agent";
import { matchesKey } from "@tau/tui";
import { instructions } from "./instructions.ts";
import { projectFacts } from "./project-facts.ts";

export default function (pi: ExtensionAPI): void {
  pi.registerCommand("init", {
    handler: async (args, ctx) => {
      try {
        ctx.ui.notify(await init(pi, ctx, args.trim()));
      } catch (error) {
        ctx.ui.notify(error instanceof Error ? error.message : String(error), "error");
      }
    },
  });
}

const FILE = "AGENTS.md";
const WRITE = "Write it";
const DISCARD = "Discard it";

/** Resolves to the message for the user. */
async function init(pi: ExtensionAPI, ctx: ExtensionCommandContext, wishes: string): Promise<string> {
  const path = join(ctx.cwd, FILE);
  const before = await readFile(path, "utf8").catch(() => "");
  const after = await propose(pi, ctx, wishes);
  if (after === undefined) return `Stopped: ${FILE} was not written.`;
  if (after === before) return `${FILE} is up to date.`;
  const chosen = await ctx.ui.diff({ title: FILE, path, change: { before, after }, actions: [WRITE, DISCARD] });
  if (chosen !== WRITE) return `${FILE} was not written.`;
  // The file may have changed while the proposal was on the screen.
  if ((await readFile(path, "utf8").catch(() => "")) !== before)
    throw new Error(`${FILE} has changed meanwhile, so it was not written. Run /init again.`);
  await writeFile(path, after);
  return `Written to ${path}. /reload makes this session use it.`;
}

/** Resolves to `undefined` if the user presses Escape. */
async function propose(pi: ExtensionAPI, ctx: ExtensionCommandContext, wishes: string): Promise<string | undefined> {
  const { model, ui } = ctx;
  if (!model) throw new Error("There is no model. Run /model or /login first.");
  const stopped = new AbortController();
  const stopListening = ui.onTerminalInput((data) => {
    if (!matchesKey(data, "escape")) return undefined;
    stopped.abort();
    return { consume: true };
  });
  const row = ui.progress("Reading the project… (escape to stop)");
  try {
    const facts = await projectFacts(pi, ctx.cwd);
    const text = wishes === "" ? facts : `${facts}\n\n${wishes}`;
    const messages = [{ role: "user" as const, content: text, timestamp: Date.now() }];
    const { signal } = stopped;
    const answer = await ctx.modelRegistry.complete(model, { systemPrompt: instructions, messages }, { signal });
    return signal.aborted ? undefined : pageIn(answer);
  } finally {
    row.done();
    stopListening();
  }
}

function pageIn({ content, stopReason, errorMessage }: AssistantMessage): string {
  if (stopReason === "error" || stopReason === "aborted") throw new Error(errorMessage || "The request failed.");
  const said = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  const page = said.trim().replace(/^```(?:markdown|md)?\n([\s\S]*)\n```$/, "$1");
  if (page === "") throw new Error("The model answered nothing. Try again, or choose another model with /model.");
  return `${page}\n`;
}
