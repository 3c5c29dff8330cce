import type { AgentSession } from "../core/session/agent-session.ts";
import type { Prompt } from "../core/session/prompt.ts";

export async function openScreen(_session: AgentSession, _prompts: readonly Prompt[]): Promise<void> {}
