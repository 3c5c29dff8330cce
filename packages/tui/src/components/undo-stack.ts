const MAX_STATES = 1000;

/** States to go back to. Each is copied when pushed, so that later changes to the object do not reach it. */
export class UndoStack<S> {
  private states: S[] = [];
  private readonly copy: (state: S) => S;

  /** Pass `copy` when states never change and need none. */
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
