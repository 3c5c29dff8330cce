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
export type BoundaryOutcome = Omit<BoundaryState, "outcome">;

/** The session's view of a proposal. */
export interface Boundary {
  preview(entries: SessionBoundaryDraft[]): BoundaryContextPreview | Promise<BoundaryContextPreview>;
  /** Returns why the entries cannot be written, or `undefined` if they can. */
  problem(entries: SessionBoundaryDraft[]): string | undefined;
  /** Called for each proposal that was rejected. */
  refused?(): void;
}

const DRAFT_TYPES: ReadonlySet<string> = new Set(["custom", "custom_message", "context_edit", "compaction"]);

/**
 * Lets the handlers build one proposal together: each sees the proposal so far and what the model would see with it. Entries that cannot be
 * written are reported and leave the proposal unchanged.
 */
export async function emitBoundary(
  dispatch: Dispatch,
  base: BoundaryEvent,
  { preview, problem, refused }: Boundary,
): Promise<BoundaryOutcome> {
  let entries: SessionBoundaryDraft[] = [];
  let shouldContinue = false;
  let context = await preview(entries);
  for (const registration of dispatch.handlersOf(base.type)) {
    const event = { ...base, entries: [...entries], continue: shouldContinue, context };
    const answer = (await ask(dispatch, registration, event as never, dispatch.createContext())) as
      | BoundaryResult
      | undefined;
    if (answer?.entries) {
      const refusal = wrongType(answer.entries) ?? problem(answer.entries);
      if (refusal !== undefined) {
        dispatch.report(registration.extensionPath, base.type, new Error(refusal));
        refused?.();
        continue;
      }
      entries = [...answer.entries];
      context = await preview(entries);
    }
    if (answer?.continue !== undefined) shouldContinue = answer.continue;
  }
  return { entries, continue: shouldContinue, context };
}

function wrongType(entries: readonly SessionBoundaryDraft[]): string | undefined {
  const wrong = entries.find((draft) => !DRAFT_TYPES.has(draft?.type));
  return wrong && `"${wrong.type}" is no entry to add here.`;
}
