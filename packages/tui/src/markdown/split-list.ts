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

/** The last item may go on, and whether the one before is done shows only with the last. */
const KEPT_ITEMS = 2;
const MIN_ITEMS = 6;

/** Splits the finished items off a long list. Items are drawn each for itself, so the parts look like the whole. */
export function splitList(list: ListToken): ListParts | undefined {
  if (list.items.length < MIN_ITEMS) return undefined;
  const done = list.items.slice(0, -KEPT_ITEMS);
  const raw = done.map((item) => item.raw).join("");
  const nextNumber = list.start + done.length;
  return {
    head: { ...list, items: done, raw },
    rest: {
      ...list,
      items: list.items.slice(-KEPT_ITEMS),
      raw: list.raw.slice(raw.length),
      start: nextNumber,
    },
    continuation: { ordered: list.ordered, nextNumber },
    isSpaced: isFollowedByBlank(raw),
  };
}

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
