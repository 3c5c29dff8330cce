import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExtensionAPI, ExtensionCommandContext } from "@tau/coding-agent";
import { type Content, describeFault } from "./describe-fault.ts";

const NOTHING_ELSE = { label: "Nothing else", description: "no prompt and no answer" };
const CONVERSATION = { label: "The conversation", description: "prompts, answers and tool output" };

export default function (pi: ExtensionAPI): void {
  for (const name of ["bug", "feedback"])
    pi.registerCommand(name, { handler: async (args, ctx) => await report(pi, ctx, args.trim()) });
}

async function report(pi: ExtensionAPI, ctx: ExtensionCommandContext, description: string): Promise<void> {
  const question = "What the report holds besides versions, settings and errors";
  const options = [NOTHING_ELSE, CONVERSATION];
  const answers = await ctx.ui.ask([{ id: "content", question, options, other: false }]);
  const chosen = answers?.[0]?.selected[0];
  if (chosen === undefined) return;
  const content: Content = chosen === CONVERSATION.label ? "conversation" : "errors";
  const text = await describeFault(pi, ctx, { description, content });
  const folder = join(ctx.resources.agentDir, "logs");
  const path = join(folder, `bug-${new Date().toISOString().replace(/[:.]/g, "-")}.md`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path, text, { mode: 0o600 });
  ctx.ui.notify(`Written to ${path}. Nothing was sent: look through it, then attach it where you report the fault.`);
}
