import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { getLogsDir } from "../../../core/paths/index.ts";
import { redactedJson, redactSecrets, secretVariables } from "../../../core/redaction/index.ts";
import { VERSION } from "../../../version.ts";
import type { InteractiveContext } from "../interactive-context.ts";

export interface BugReport {
  readonly description: string;
  readonly content: "errors" | "conversation";
}

/** Writes what is needed to understand a fault, without secrets, for its user's eyes first. Nothing leaves the machine. */
export async function writeBugReport(context: InteractiveContext, report: BugReport): Promise<string> {
  const folder = getLogsDir(context.services.agentDir);
  const path = join(folder, `bug-${new Date().toISOString().replace(/[:.]/g, "-")}.md`);
  makeFolder(folder, 0o700);
  await writeFile(path, redactSecrets(describe(context, report), secretVariables(process.env)), { mode: 0o600 });
  return path;
}

function describe({ screen, session, services }: InteractiveContext, { description, content }: BugReport): string {
  const { terminal, mode } = screen.tui;
  const { messages, model } = session;
  const errors = messages.flatMap((message) =>
    message.role === "assistant" && message.errorMessage !== undefined ? [`- ${message.errorMessage}`] : [],
  );
  const parts = [
    ["What happened", description || "(not said)"],
    [
      "Where",
      [
        `- Tau ${VERSION}, Node ${process.version}, ${process.platform} ${process.arch}`,
        `- TERM=${process.env.TERM ?? ""}, ${terminal.columns}x${terminal.rows}, ${mode}`,
        `- model ${model.provider}/${model.id}, ${messages.length} messages`,
      ].join("\n"),
    ],
    ["Settings", fenced(services.settings.getSettings())],
    ["Errors", errors.join("\n") || "none"],
    ...(content === "conversation" ? [["Conversation", messages.map(fenced).join("\n")]] : []),
  ];
  return `${parts.map(([title, text]) => `# ${title}\n\n${text}\n`).join("\n")}`;
}

function fenced(value: unknown): string {
  return `\`\`\`json\n${redactedJson(value, { indent: 1 })}\n\`\`\``;
}
