import type { BlockToken, ListToken } from "../parse/tokens.ts";

/** Describes the part split off a list, so that the rest can continue its numbering. */
export interface ListContinuation {
  readonly ordered: boolean;
  readonly nextNumber: number;
}

interface ListParts {
  readonly head: ListToken;
  readonly rest: ListToken;
  readonly continuation: ListContinuation;
  /** Whether a blank line separates the parts. */
  readonly isSpaced: boolean;
}

/** Lists below both limits are parsed as a whole. */
const MIN_LENGTH = 1024;
const MIN_ITEMS = 6;

/** Splits the finished items off a long list. Items are drawn separately, so the parts look like the whole. */
export function splitList(list: ListToken): ListParts | undefined {
  const kept = countKept(list);
  if (kept >= list.items.length) return undefined;
  const done = list.items.slice(0, -kept);
  const raw = done.map((item) => item.raw).join("");
  const nextNumber = list.start + done.length;
  return {
    head: { ...list, items: done, raw },
    rest: {
      ...list,
      items: list.items.slice(-kept),
      raw: list.raw.slice(raw.length),
      start: nextNumber,
    },
    continuation: { ordered: list.ordered, nextNumber },
    isSpaced: isFollowedByBlank(raw),
  };
}

/** Returns how many items stay open: the last may grow, and the one before too while the last is undecided (`-` may become `-text`). */
function countKept({ items, raw }: ListToken): number {
  if (items.length < MIN_ITEMS && raw.length < MIN_LENGTH) return items.length;
  return DECIDED_ITEM.test(items.at(-1)?.raw ?? "") ? 1 : 2;
}

/** Matches an item whose first line is complete, or contains more than markers and so cannot become a rule. */
const DECIDED_ITEM = /^ {0,3}(?:[-+*]|\d+[.)])(?:[-* \t]*\n|[ \t][-* \t]*[^-*\s])/;

/** Continues the numbering in a list that was parsed on its own. Returns false if the token does not continue the list. */
export function continueList(token: BlockToken, continuation: ListContinuation | undefined): boolean {
  if (!continuation || token.type !== "list" || token.ordered !== continuation.ordered) return false;
  if (token.ordered) token.start = continuation.nextNumber;
  return true;
}

/** Returns whether a blank line follows the item in the source. */
export function isFollowedByBlank(raw: string): boolean {
  return /\n[ \t]*\n[ \t]*$/.test(raw);
}
