/** A change that a tool has prepared and shown to the model: it takes effect when the model says so. */
export interface PendingAction {
  /** Such as `replace foo in 3 files`. */
  label: string;
  /** The tool that prepared it. */
  toolName: string;
  /** What the model reads of it. Throwing is a failed call. */
  apply(reason: string): Promise<string> | string;
  /** What the model reads where it was discarded. Default: a sentence with the label and the reason. */
  discard?(reason: string): Promise<string> | string;
}

/** `pi.actions`. */
export interface PendingActions {
  /**
   * Asks the model to decide with its next answer: the tool `resolve` is offered, and chosen for it where its protocol can do that. Of
   * several actions the latest comes first. Returns a function that takes the action back.
   */
  push(action: PendingAction): () => void;
  list(): readonly PendingAction[];
}
