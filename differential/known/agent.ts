import type { KnownDifference } from "../subject.ts";

export const agentDifferences: readonly KnownDifference[] = [];
