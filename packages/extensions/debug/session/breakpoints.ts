import type { DebugProtocol } from "@vscode/debugprotocol";

/** A breakpoint that was asked for, with what the adapter has made of it. */
export interface KnownBreakpoint<T> {
  readonly asked: T;
  answer: DebugProtocol.Breakpoint;
}

const UNKNOWN: DebugProtocol.Breakpoint = { verified: false };

/** The protocol sets all breakpoints of a kind at once, those of sources by file: one set of them. */
export class BreakpointSet<T extends object> {
  private known: KnownBreakpoint<T>[] = [];
  private readonly keyOf: (asked: T) => string;
  private readonly send: (asked: readonly T[]) => Promise<readonly DebugProtocol.Breakpoint[]>;

  constructor(
    keyOf: (asked: T) => string,
    send: (asked: readonly T[]) => Promise<readonly DebugProtocol.Breakpoint[]>,
  ) {
    this.keyOf = keyOf;
    this.send = send;
  }

  list(): readonly KnownBreakpoint<T>[] {
    return this.known;
  }

  /** Adds a breakpoint, or replaces the one at the same place. If the adapter refuses, the set stays as it was. */
  async set(asked: T): Promise<DebugProtocol.Breakpoint> {
    const key = this.keyOf(asked);
    const others = this.known.filter((each) => this.keyOf(each.asked) !== key);
    await this.replace([...others.map((each) => each.asked), asked]);
    return this.known.at(-1)?.answer ?? UNKNOWN;
  }

  /** Removes the breakpoint with a key. Resolves to false if there is none. */
  async remove(key: string): Promise<boolean> {
    const others = this.known.filter((each) => this.keyOf(each.asked) !== key);
    if (others.length === this.known.length) return false;
    await this.replace(others.map((each) => each.asked));
    return true;
  }

  /** Takes the adapter's report that a breakpoint has changed, such as one that could be placed when its code was loaded. */
  update(changed: DebugProtocol.Breakpoint): void {
    const known = this.known.find(({ answer }) => answer.id !== undefined && answer.id === changed.id);
    if (known) known.answer = { ...known.answer, ...changed };
  }

  private async replace(asked: readonly T[]): Promise<void> {
    const answers = await this.send(asked);
    this.known = asked.map((each, index) => ({ asked: each, answer: answers[index] ?? UNKNOWN }));
  }
}
