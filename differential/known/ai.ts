import type { KnownDifference } from "../subject.ts";

export const aiDifferences: readonly KnownDifference[] = [];
