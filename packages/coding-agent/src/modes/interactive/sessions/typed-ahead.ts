import type { ImageContent } from "@tau/ai";
import type { TakenBack } from "../../../core/session/input/prompt-queue.ts";

/** What was sent, as it goes back into the editor where it is not to be. */
export interface TypedText {
  readonly text: string;
  readonly images?: readonly ImageContent[];
}

export interface TypedWork {
  /** `words` for the session, a `replacement` of it or of the place in it, or an `act` of the screen's own. */
  readonly kind: "words" | "replacement" | "act";
  /** Missing where a key was pressed. */
  readonly typed?: TypedText;
}

/** Neither an extension that is asked whether a session may go nor one that is asked about words holds up for longer what is typed after. */
const GRACE_MS = 1000;

/**
 * Keeps the order of what is sent. What follows a replacement waits until the next session is shown, as it is meant for that one, and
 * a replacement waits until what was said before it has reached the session. Whoever chooses a session, or waits for a summary, takes
 * as long as that takes.
 */
export class TypedAhead {
  /** Called when what waits is something else. */
  onChange: () => void = () => undefined;
  private readonly items = new Set<TypedText>();
  /** Resolved when no replacement is on its way; missing where none is. */
  private place: Promise<unknown> | undefined;
  /** Resolved when what was said has reached its session; missing where it has. */
  private words: Promise<unknown> | undefined;
  private shown = Promise.withResolvers<void>();

  /** What waits, in the order it was sent in. */
  get waiting(): readonly string[] {
    return [...this.items].map(({ text }) => text);
  }

  /** It will not be sent any more. */
  takeBack(): TakenBack {
    const taken = [...this.items];
    this.items.clear();
    if (taken.length > 0) this.onChange();
    return {
      steering: taken.map(({ text }) => text),
      followUp: [],
      images: taken.flatMap(({ images = [] }) => images),
    };
  }

  /** A session is about to be replaced. */
  leaving(): void {
    const { shown } = this;
    setTimeout(() => {
      if (this.shown === shown) this.arrived();
    }, GRACE_MS).unref();
  }

  /** A session is on the screen. */
  arrived(): void {
    this.shown.resolve();
    this.shown = Promise.withResolvers();
  }

  /** `work` says when its words have reached the session; nothing that is said later does so earlier. */
  async run({ kind, typed }: TypedWork, work: (reached: () => void) => Promise<void>): Promise<void> {
    const held = [this.place, kind === "act" ? undefined : this.words].filter((each) => each !== undefined);
    const before = Promise.all(held);
    const over = Promise.withResolvers<void>();
    if (kind === "words")
      this.hold(
        "words",
        before.then(() => within(GRACE_MS, over.promise)),
      );
    if (kind === "replacement")
      this.hold(
        "place",
        before.then(() => Promise.race([over.promise, this.shown.promise])),
      );
    try {
      // Whoever leaves with the next key has done this first.
      if (held.length === 0 || (await this.isWanted(before, typed))) await work(over.resolve);
    } finally {
      over.resolve();
    }
  }

  private hold(what: "place" | "words", until: Promise<unknown>): void {
    this[what] = until;
    void until.then(() => {
      if (this[what] === until) this[what] = undefined;
    });
  }

  private async isWanted(before: Promise<unknown>, typed: TypedText | undefined): Promise<boolean> {
    if (!typed) {
      await before;
      return true;
    }
    this.items.add(typed);
    this.onChange();
    await before;
    const isWanted = this.items.delete(typed);
    if (isWanted) this.onChange();
    return isWanted;
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const grace = Promise.withResolvers<void>();
  const timer = setTimeout(grace.resolve, milliseconds);
  await Promise.race([work, grace.promise]);
  clearTimeout(timer);
}
