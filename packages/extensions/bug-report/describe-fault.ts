import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";

/** Which part of the session the report contains. */
export type Content = "errors" | "conversation";

export interface Fault {
  /** The fault in the user's words. */
  readonly description: string;
  readonly content: Content;
}

/** Returns the text of the report, without secrets. */
export async function describeFault(
  pi: ExtensionAPI,
  { model, mode, sessionManager }: Pick<ExtensionContext, "model" | "mode" | "sessionManager">,
  { description, content }: Fault,
): Promise<string> {
  const messages = sessionManager.getBranch().flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
  const errors = messages.flatMap((message) =>
    message.role === "assistant" && message.errorMessage !== undefined ? [`- ${message.errorMessage}`] : [],
  );
  const { tau, node, platform } = await pi.exports.versions();
  const { columns = 0, rows = 0 } = process.stdout;
  const fenced = async (value: unknown) => `\`\`\`json\n${await pi.exports.redact(value)}\n\`\`\``;
  const parts = [
    ["What happened", description || "(not said)"],
    [
      "Where",
      [
        `- Tau ${tau}, Node ${node}, ${platform}`,
        `- TERM=${process.env.TERM ?? ""}, ${columns}x${rows}, ${mode} mode`,
        `- model ${model ? `${model.provider}/${model.id}` : "none"}, ${messages.length} messages`,
      ].join("\n"),
    ],
    ["Settings", await fenced(pi.getSettings())],
    ["Errors", errors.join("\n") || "none"],
    ...(content === "conversation" ? [["Conversation", (await Promise.all(messages.map(fenced))).join("\n")]] : []),
  ];
  return await pi.exports.redact(parts.map(([title, text]) => `# ${title}\n\n${text}\n`).join("\n"));
}
