import type { AutocompleteProvider } from "@tau/tui";
import type { UrlScheme } from "../../../core/tools/index.ts";
import { guardedCompletion } from "./guarded-completion.ts";

/** A URL up to the cursor. */
const TYPED = /(?:^|[\s"'=(])(([a-z][a-z0-9+.-]*):\/\/[^\s"']*)$/iu;
const MOST = 50;

/** Completes URLs of schemes that support it, and leaves everything else to another provider. */
export function completeUrls(schemes: () => readonly UrlScheme[], other: AutocompleteProvider): AutocompleteProvider {
  const completing: AutocompleteProvider = {
    ...(other.triggerCharacters ? { triggerCharacters: other.triggerCharacters } : {}),
    async getSuggestions(lines, cursorLine, cursorCol, options) {
      const [, typed = "", name = ""] = TYPED.exec((lines[cursorLine] ?? "").slice(0, cursorCol)) ?? [];
      const scheme = schemes().find((each) => each.scheme.toLowerCase() === name.toLowerCase());
      if (!scheme?.complete) return await other.getSuggestions(lines, cursorLine, cursorCol, options);
      const urls = await scheme.complete(typed, { signal: options.signal });
      const items = urls.slice(0, MOST).map((value) => ({ value, label: value }));
      return items.length === 0 || options.signal.aborted ? null : { items, prefix: typed };
    },
    applyCompletion: (...parameters) => other.applyCompletion(...parameters),
    shouldTriggerFileCompletion: (...parameters) => other.shouldTriggerFileCompletion?.(...parameters) ?? true,
  };
  return guardedCompletion(completing, other);
}
