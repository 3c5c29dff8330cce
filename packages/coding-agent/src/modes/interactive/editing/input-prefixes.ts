import type { InputPrefix } from "../../../core/extensions/index.ts";

/** Characters that already have a meaning at the start of a line. */
const RESERVED = /^[/!@\s]/;

/** Line prefixes that extensions have registered. The longest match wins, among equal ones one that is not replaceable, then the latest. */
export class InputPrefixes {
  private taken: InputPrefix[] = [];

  /** Returns a function that removes the prefix. */
  add(added: InputPrefix): () => void {
    const { prefix } = added;
    if (prefix === "" || RESERVED.test(prefix))
      throw new TypeError(
        `"${prefix}" cannot be an input prefix: choose one that does not begin with /, !, @ or a space.`,
      );
    this.taken = [added, ...this.taken].sort(
      (a, b) => b.prefix.length - a.prefix.length || Number(a.replaceable ?? false) - Number(b.replaceable ?? false),
    );
    return () => {
      this.taken = this.taken.filter((each) => each !== added);
    };
  }

  find(text: string): InputPrefix | undefined {
    return this.taken.find(({ prefix }) => text.startsWith(prefix));
  }
}
