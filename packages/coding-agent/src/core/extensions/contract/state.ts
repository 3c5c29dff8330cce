/** A value that is computed from the entries of the current branch. */
export interface FoldedState<TState, TChange> {
  /** Returns the value for the current branch; other branches have other values. Must not be changed in place. */
  get(): TState;
  /** Writes a change to the log. */
  append(change: TChange): void;
}

/** `pi.state`: state that an extension keeps in the session's log, across crashes and resumes. The model never sees it. */
export interface ExtensionState {
  /** Returns the value last set on the current branch. */
  get<T = unknown>(key: string): T | undefined;
  /** Sets a value, which must be JSON; `undefined` removes it. */
  set(key: string, value: unknown): void;
  /** Returns a state that is built from changes: each `append` writes an entry, and `get` applies the entries in order. */
  fold<TState, TChange>(
    name: string,
    initial: TState,
    apply: (state: TState, change: TChange) => TState,
  ): FoldedState<TState, TChange>;
}
