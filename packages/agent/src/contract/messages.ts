import type { Message } from "@tau/ai";

/** The application's own roles; add them by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: the seam for declaration merging
export interface CustomAgentMessages {}

export type AgentMessage = Message | CustomAgentMessages[keyof CustomAgentMessages];
