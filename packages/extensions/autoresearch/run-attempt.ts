import type { ExtensionAPI, ToolDefinition } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { attemptPrompt, SYSTEM_PROMPT } from "./description.ts";
import type { Research } from "./research-state.ts";

/** What an agent says about the change that it has made. */
export interface AttemptNote {
  readonly text: string;
  readonly notes?: string;
  readonly cost: number;
  /** Why the agent did not finish. */
  readonly failure?: string;
}

const LIMITS = { turns: 100, seconds: 3600, depth: 0 };
const EXCLUDED = ["ask", "autoresearch", "goal", "irc", "job", "submit_plan", "task", "todo"];

/** Lets an agent try one change in the given folder. */
export async function runAttempt(
  pi: ExtensionAPI,
  research: Research,
  { cwd, name, signal }: { readonly cwd: string; readonly name: string; readonly signal: AbortSignal },
): Promise<AttemptNote> {
  let said: Pick<AttemptNote, "text" | "notes"> | undefined;
  const child = await pi.children.create({
    ...{ name, cwd, systemPrompt: SYSTEM_PROMPT, excludeTools: EXCLUDED, limits: LIMITS, signal },
    customTools: [finishTool((note) => (said = note))],
    detached: true,
  });
  try {
    const { status, text, reason } = await child.prompt(attemptPrompt(research));
    const failure = status === "completed" || said ? {} : { failure: reason ?? status };
    return { ...(said ?? { text: firstLine(text) }), ...failure, cost: child.usage.cost };
  } finally {
    await child.dispose();
  }
}

function finishTool(onFinish: (note: Pick<AttemptNote, "text" | "notes">) => void): ToolDefinition {
  return {
    name: "finish_attempt",
    label: "Finish",
    description: "Ends the experiment. The figure is measured afterwards.",
    parameters: {
      type: "object",
      properties: { text: { type: "string", description: "One sentence" }, notes: { type: "string" } },
      required: ["text"],
    } as object as TSchema,
    describe: () => ({ effect: "read" }),
    async execute(_id, params) {
      const { text, notes } = params as { text: string; notes?: string };
      onFinish({ text: firstLine(text), ...(notes?.trim() ? { notes: notes.trim().slice(0, MOST_NOTES) } : {}) });
      return { content: [{ type: "text", text: "It will be measured." }], details: undefined, terminate: true };
    },
  };
}

const MOST_NOTES = 1000;
const MOST_TEXT = 200;

function firstLine(text: string): string {
  return text.trim().split("\n")[0]?.slice(0, MOST_TEXT) || "No description";
}
