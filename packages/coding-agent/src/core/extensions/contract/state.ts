/** A value that is computed from the entries of the present branch. */
export interface FoldedState<TState, TChange> {
  /** As the branch leaves it: another branch, another value. Not to be changed in place. */
  get(): TState;
  /** Writes a change to the log. */
  append(change: TChange): void;
}

/** `pi.state`: what an extension remembers in the log of the session, through crashes and resumes. The model never sees it. */
export interface ExtensionState {
  /** What was last set on the present branch. */
  get<T = unknown>(key: string): T | undefined;
  /** Has to be JSON; `undefined` removes it. */
  set(key: string, value: unknown): void;
  /** A state that is made of changes: each `append` is an entry, and `get` applies them in order. */
  fold<TState, TChange>(
    name: string,
    initial: TState,
    apply: (state: TState, change: TChange) => TState,
  ): FoldedState<TState, TChange>;
}
