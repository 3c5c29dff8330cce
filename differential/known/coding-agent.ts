import type { KnownDifference } from "../subject.ts";

export const codingAgentDifferences: readonly KnownDifference[] = [];
