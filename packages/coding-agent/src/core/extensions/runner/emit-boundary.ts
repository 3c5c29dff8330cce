import type {
  AgentBeforeSettleEvent,
  BoundaryContextPreview,
  BoundaryResult,
  BoundaryState,
  SessionBoundaryDraft,
  TurnEndEvent,
} from "../contract/index.ts";
import { ask, type Dispatch } from "./dispatch.ts";

type Proposal = "entries" | "continue" | "context";
export type BoundaryEvent = Omit<TurnEndEvent, Proposal> | Omit<AgentBeforeSettleEvent, Proposal>;

export interface BoundaryOutcome extends Omit<BoundaryState, "outcome"> {
  /** Every draft can be written. */
  readonly valid: boolean;
}

const DRAFT_TYPES: ReadonlySet<string> = new Set(["custom", "custom_message", "context_edit", "compaction"]);

/** Handlers build one proposal together: each sees what is proposed so far, and what the model would then see. */
export async function emitBoundary(
  dispatch: Dispatch,
  base: BoundaryEvent,
  preview: (entries: SessionBoundaryDraft[]) => BoundaryContextPreview | Promise<BoundaryContextPreview>,
): Promise<BoundaryOutcome> {
  let entries: SessionBoundaryDraft[] = [];
  let goOn = false;
  let context = await preview(entries);
  for (const registration of dispatch.handlersOf(base.type)) {
    const event = { ...base, entries: [...entries], continue: goOn, context };
    const answer = (await ask(dispatch, registration, event as never, dispatch.createContext())) as
      | BoundaryResult
      | undefined;
    if (answer?.entries) {
      const bad = answer.entries.find((draft) => !DRAFT_TYPES.has(draft?.type));
      if (bad) {
        dispatch.report(registration.extensionPath, base.type, new Error(`"${bad.type}" is no entry to add here.`));
        continue;
      }
      entries = [...answer.entries];
      context = await preview(entries);
    }
    if (answer?.continue !== undefined) goOn = answer.continue;
  }
  return { entries, continue: goOn, context, valid: true };
}
