import type { ToolEffects } from "./tool-definition.ts";

/** A change that a tool has prepared and shown to the model. It takes effect when the model accepts it. */
export interface PendingAction {
  /** For example `replace foo in 3 files`. */
  label: string;
  /** The tool that prepared it. */
  toolName: string;
  /**
   * The effects of `apply`, with every path that it writes. The permission policy decides on them when the model accepts the change, and
   * undo covers these files. Without it the user is asked for permission.
   */
  effects?: ToolEffects;
  /** Applies the change and returns the text for the model. Throwing makes the call fail. */
  apply(reason: string): Promise<string> | string;
  /** Discards the change and returns the text for the model. Default: a sentence with the label and the reason. */
  discard?(reason: string): Promise<string> | string;
}

/** `pi.actions`. */
export interface PendingActions {
  /**
   * Asks the model to decide in its next answer: offers the tool `resolve`, and forces its use if the provider's protocol supports that.
   * With several actions, the latest is decided first. Returns a function that withdraws the action.
   */
  push(action: PendingAction): () => void;
  list(): readonly PendingAction[];
}
