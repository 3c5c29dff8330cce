import type { ImageContent } from "@tau/ai";
import type { TakenBack } from "../../../core/session/input/prompt-queue.ts";

/** Sent text, kept so that it can go back into the editor if it cannot be sent. */
export interface TypedText {
  readonly text: string;
  readonly images?: readonly ImageContent[];
}

export interface TypedWork {
  /** `words` are a prompt for the session, a `replacement` replaces the session or the place in it, and an `act` is any other command. */
  readonly kind: "words" | "replacement" | "act";
  /** Absent if a key was pressed. */
  readonly typed?: TypedText;
}

/** The longest that an extension, asked about a replacement or a prompt, can delay what the user types afterwards. */
const GRACE_MS = 1000;

/**
 * Keeps input in order. Input after a replacement waits until the next session is shown, because it is meant for that one. A replacement
 * waits until earlier prompts have reached the session. There is no limit while the user chooses a session or waits for a summary.
 */
export class TypedAhead {
  /** Called when the waiting input changes. */
  onChange: () => void = () => undefined;
  private readonly items = new Set<TypedText>();
  /** Resolves when no replacement is in progress. Undefined if there is none. */
  private place: Promise<unknown> | undefined;
  /** Resolves when the prompts have reached their session. Undefined if they have. */
  private words: Promise<unknown> | undefined;
  private shown = Promise.withResolvers<void>();

  /** Texts that wait, in the order in which they were sent. */
  get waiting(): readonly string[] {
    return [...this.items].map(({ text }) => text);
  }

  /** Returns the waiting texts and cancels them. */
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

  /** Called when a session is about to be replaced. */
  leaving(): void {
    const { shown } = this;
    setTimeout(() => {
      if (this.shown === shown) this.arrived();
    }, GRACE_MS).unref();
  }

  /** Called when a session is on the screen. */
  arrived(): void {
    this.shown.resolve();
    this.shown = Promise.withResolvers();
  }

  /** `work` calls `reached` when its prompt has reached the session. No later prompt reaches it earlier. */
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
      // Without anything to wait for, starts in the same tick, so that it happens before the user can exit with the next key.
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
