import type { ModelThinkingLevel } from "@tau/ai";

export function isThinkingLevel(text: string | undefined): text is ModelThinkingLevel {
  return THINKING_LEVELS.some((level) => level === text);
}

export const THINKING_LEVELS: readonly ModelThinkingLevel[] = [
  "off",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
];
