const MAX_STATES = 1000;

/** A stack of states to return to. Each is copied when pushed, so that later changes to the object do not affect it. */
export class UndoStack<S> {
  private states: S[] = [];
  private readonly copy: (state: S) => S;

  /** Pass an identity function as `copy` if states are immutable. */
  constructor(copy: (state: S) => S = structuredClone) {
    this.copy = copy;
  }

  push(state: S): void {
    if (this.states.length >= MAX_STATES) this.states.shift();
    this.states.push(this.copy(state));
  }

  pop(): S | undefined {
    return this.states.pop();
  }

  clear(): void {
    this.states = [];
  }

  get length(): number {
    return this.states.length;
  }
}
