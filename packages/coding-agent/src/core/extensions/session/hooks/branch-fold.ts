import type { SessionLog } from "@tau/agent";
import { newestFirst } from "../../../session/log/newest-first.ts";

/** Combines the entries of one type on the current branch into a state. Reads only the entries that were added since the last call. */
export class BranchFold<TState, TChange> {
  private readonly customType: string;
  private readonly initial: TState;
  private readonly apply: (state: TState, change: TChange) => TState;
  private known: { readonly leafId: string | null; readonly state: TState } | undefined;

  constructor(customType: string, initial: TState, apply: (state: TState, change: TChange) => TState) {
    this.customType = customType;
    this.initial = initial;
    this.apply = apply;
  }

  read(log: SessionLog): TState {
    const changes: TChange[] = [];
    let state = this.initial;
    for (const entry of newestFirst(log)) {
      if (entry.id === this.known?.leafId) {
        ({ state } = this.known);
        break;
      }
      if (entry.type === "custom" && entry.customType === this.customType) changes.push(entry.data as TChange);
    }
    for (const change of changes.reverse()) state = this.apply(state, change);
    this.known = { leafId: log.getLeafId(), state };
    return state;
  }
}
