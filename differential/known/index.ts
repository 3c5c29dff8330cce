import type { KnownDifference } from "../subject.ts";
import { agentDifferences } from "./agent.ts";
import { aiDifferences } from "./ai.ts";
import { codingAgentDifferences } from "./coding-agent.ts";
import { tuiDifferences } from "./tui.ts";

/** Differences that were looked at. Anything else that differs fails the run. */
export const knownDifferences: readonly KnownDifference[] = [
  ...tuiDifferences,
  ...aiDifferences,
  ...agentDifferences,
  ...codingAgentDifferences,
];
