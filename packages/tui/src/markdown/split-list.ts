import type { BlockToken, ListToken } from "./parse/tokens.ts";

/** What the rest of a list must know of the part that was split off. */
export interface ListContinuation {
  readonly ordered: boolean;
  readonly nextNumber: number;
}

interface ListParts {
  readonly head: ListToken;
  readonly rest: ListToken;
  readonly continuation: ListContinuation;
  /** A blank line stands between the parts. */
  readonly isSpaced: boolean;
}

/** Shorter lists are parsed as a whole. */
const MIN_LENGTH = 1024;
const MIN_ITEMS = 6;

/** Splits the finished items off a long list. Items are drawn each for itself, so the parts look like the whole. */
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

/** The last item may go on, and whether the one before is done shows only with the last: `-` may become `-text`. */
function countKept({ items, raw }: ListToken): number {
  if (items.length < MIN_ITEMS && raw.length < MIN_LENGTH) return items.length;
  return DECIDED_ITEM.test(items.at(-1)?.raw ?? "") ? 1 : 2;
}

/** A line that is complete, or holds more than markers, with which it might turn out to be a rule. */
const DECIDED_ITEM = /^ {0,3}(?:[-+*]|\d+[.)])(?:[-* \t]*\n|[ \t][-* \t]*[^-*\s])/;

/** Makes a list that was parsed on its own count on. False if the token is no continuation. */
export function continueList(token: BlockToken, continuation: ListContinuation | undefined): boolean {
  if (!continuation || token.type !== "list" || token.ordered !== continuation.ordered) return false;
  if (token.ordered) token.start = continuation.nextNumber;
  return true;
}

/** Whether an item is set apart from the next one in the source. */
export function isFollowedByBlank(raw: string): boolean {
  return /\n[ \t]*\n[ \t]*$/.test(raw);
}
