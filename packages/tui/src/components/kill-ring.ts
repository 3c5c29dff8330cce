/** Cut texts, newest last. */
export class KillRing {
  private readonly ring: string[] = [];

  /** `accumulate` joins the text to the newest entry, before it (`prepend`) or after it. */
  push(text: string, options: { prepend: boolean; accumulate?: boolean }): void {
    if (text === "") return;
    const newest = options.accumulate ? this.ring.pop() : undefined;
    if (newest === undefined) this.ring.push(text);
    else this.ring.push(options.prepend ? text + newest : newest + text);
  }

  peek(): string | undefined {
    return this.ring.at(-1);
  }

  /** Makes the newest entry the oldest, so that `peek` returns the entry before it. */
  rotate(): void {
    const newest = this.ring.pop();
    if (newest !== undefined) this.ring.unshift(newest);
  }

  /** All entries, oldest first. */
  get texts(): readonly string[] {
    return this.ring;
  }

  get length(): number {
    return this.ring.length;
  }
}
