import type { KnownDifference } from "../subject.ts";

export const tuiDifferences: readonly KnownDifference[] = [];
