import type { ExtensionAPI } from "@tau/coding-agent";

interface TaskOptions {
  readonly signal: AbortSignal;
  /** Called for each tool call. */
  onStep(text: string): void;
}

/** Runs a task in a separate session, with the user's model, tools and permissions. */
export async function runTask(
  pi: ExtensionAPI,
  task: string,
  { signal, onStep }: TaskOptions,
): Promise<{ text: string; isError: boolean }> {
  const child = await pi.children.create({ name: "mcp-task", detached: true, signal });
  const unsubscribe = child.subscribe((event) => {
    if (event.type === "tool_execution_start") onStep(event.toolName);
  });
  try {
    const { status, text, reason } = await child.prompt(task, { signal });
    if (status === "completed") return { text, isError: false };
    return { text: [`The task ended: ${status}.`, reason, text].filter(Boolean).join("\n"), isError: true };
  } finally {
    unsubscribe();
    await child.dispose();
  }
}
