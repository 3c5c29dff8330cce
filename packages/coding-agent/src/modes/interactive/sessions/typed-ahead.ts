/** A command that replaces the session holds up what is typed after it for no longer: an extension may never let it. */
const GRACE_MS = 1000;

/** Lets what was typed after a command that replaces the session wait until the next session is shown, as it is meant for that one. */
export class TypedAhead {
  private turn: Promise<void> = Promise.resolve();
  private shown = Promise.withResolvers<void>();

  /** A session is on the screen. */
  arrived(): void {
    this.shown.resolve();
    this.shown = Promise.withResolvers();
  }

  async run(
    work: () => Promise<void>,
    { replaces = false }: { readonly replaces?: boolean | undefined } = {},
  ): Promise<void> {
    const before = this.turn;
    const ended = Promise.withResolvers<void>();
    if (replaces) this.turn = before.then(() => this.arrivalOr(ended.promise));
    await before;
    try {
      await work();
    } finally {
      ended.resolve();
    }
  }

  private async arrivalOr(end: Promise<void>): Promise<void> {
    const grace = Promise.withResolvers<void>();
    const timer = setTimeout(grace.resolve, GRACE_MS);
    await Promise.race([this.shown.promise, end, grace.promise]);
    clearTimeout(timer);
  }
}
