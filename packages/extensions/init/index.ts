import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExtensionAPI, ExtensionCommandContext } from "@tau/coding-agent";
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
  if (after === before) return `${FILE} is up to date.`;
  const chosen = await ctx.ui.diff({ title: FILE, path, change: { before, after }, actions: [WRITE, DISCARD] });
  if (chosen !== WRITE) return `${FILE} was not written.`;
  // The file may have changed while the proposal was on the screen.
  if ((await readFile(path, "utf8").catch(() => "")) !== before)
    throw new Error(`${FILE} has changed meanwhile, so it was not written. Run /init again.`);
  await writeFile(path, after);
  return `Written to ${path}. /reload makes this session use it.`;
}

async function propose(pi: ExtensionAPI, ctx: ExtensionCommandContext, wishes: string): Promise<string> {
  const { model } = ctx;
  if (!model) throw new Error("There is no model. Run /model or /login first.");
  using _row = ctx.ui.progress("Reading the project…");
  const facts = await projectFacts(pi, ctx.cwd);
  const text = wishes === "" ? facts : `${facts}\n\n${wishes}`;
  const messages = [{ role: "user" as const, content: text, timestamp: Date.now() }];
  const answer = await ctx.modelRegistry.complete(model, { systemPrompt: instructions, messages });
  if (answer.stopReason === "error" || answer.stopReason === "aborted")
    throw new Error(answer.errorMessage || "The request failed.");
  const said = answer.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  const content = said.trim().replace(/^```(?:markdown|md)?\n([\s\S]*)\n```$/, "$1");
  if (content === "") throw new Error("The model answered nothing. Try again, or choose another model with /model.");
  return `${content}\n`;
}
