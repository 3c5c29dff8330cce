import { choose } from "../overlays/choose.ts";
import type { SlashCommand } from "./command.ts";

export const bugCommand: SlashCommand = {
  name: "bug",
  aliases: ["feedback"],
  description: "Write a report of a fault to a file, without secrets",
  argumentHint: "[what happened]",
  run: async (context, argument) => {
    const content = await choose(context, {
      title: "What the report holds besides versions, settings and errors",
      choices: [
        { value: "errors" as const, label: "Nothing else", description: "no prompt and no answer" },
        { value: "conversation" as const, label: "The conversation", description: "prompts, answers and tool output" },
      ],
    });
    if (content === undefined) return;
    const { writeBugReport } = await import("../debugging/bug-report.ts");
    const path = await writeBugReport(context, { description: argument.trim(), content });
    context.say(`Written to ${path}. Nothing was sent: look through it, then attach it where you report the fault.`);
  },
};
