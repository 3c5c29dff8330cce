/** What happened to one item of the other agent. */
export interface ImportOutcome {
  readonly what: string;
  readonly result: "taken over" | "read in place" | "kept" | "left out" | "undone";
  readonly reason?: string;
}

export const ALREADY_THERE = "it is there already";

export function takenOver(what: string): ImportOutcome {
  return { what, result: "taken over" };
}

/** Tau reads the item where the other agent keeps it. A copy would be loaded a second time. */
export function readInPlace(what: string): ImportOutcome {
  return { what, result: "read in place" };
}

export function undone(what: string): ImportOutcome {
  return { what, result: "undone" };
}

export function kept(what: string): ImportOutcome {
  return { what, result: "kept", reason: ALREADY_THERE };
}

export function leftOut(what: string, reason: string): ImportOutcome {
  return { what, result: "left out", reason };
}

/** Says why an item could not be imported, without a stack. */
export function failureOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? error.name) : String(error);
}

/** Formats one line per item, and the number of each outcome at the end. */
export function describeOutcomes(outcomes: readonly ImportOutcome[]): string {
  if (outcomes.length === 0) return "There was nothing to import.\n";
  const lines = outcomes.map(({ what, result, reason }) => `${what}\t${result}${reason ? `: ${reason}` : ""}`);
  const counts = (["taken over", "read in place", "kept", "left out", "undone"] as const).map((result) => {
    const count = outcomes.filter((outcome) => outcome.result === result).length;
    return count === 0 ? [] : [`${count} ${result}`];
  });
  return `${[...lines, `In all: ${counts.flat().join(", ")}.`].join("\n")}\n`;
}
