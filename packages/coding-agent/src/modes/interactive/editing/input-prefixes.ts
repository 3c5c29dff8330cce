import type { InputPrefix } from "../../../core/extensions/index.ts";

/** What has a meaning of its own at the start of a line. */
const RESERVED = /^[/!@\s]/;

/** The beginnings of lines that extensions have taken. The longest one counts, and of two equal ones the latest. */
export class InputPrefixes {
  private taken: InputPrefix[] = [];

  /** Returns a function that takes it back. */
  add(added: InputPrefix): () => void {
    const { prefix } = added;
    if (prefix === "" || RESERVED.test(prefix))
      throw new TypeError(
        `"${prefix}" cannot be an input prefix: choose one that does not begin with /, !, @ or a space.`,
      );
    this.taken = [added, ...this.taken].sort((a, b) => b.prefix.length - a.prefix.length);
    return () => {
      this.taken = this.taken.filter((each) => each !== added);
    };
  }

  find(text: string): InputPrefix | undefined {
    return this.taken.find(({ prefix }) => text.startsWith(prefix));
  }
}
