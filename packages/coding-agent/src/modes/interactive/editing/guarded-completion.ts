import type { AutocompleteProvider, AutocompleteSuggestions } from "@tau/tui";

/** Who types does not wait longer. */
const PATIENCE_MS = 2000;

/** A provider of an extension in front of the usual one, which answers where the other throws or takes too long. */
export function guardedCompletion(
  extended: AutocompleteProvider,
  usual: AutocompleteProvider,
  patienceMs: number = PATIENCE_MS,
): AutocompleteProvider {
  return {
    ...(extended.triggerCharacters ? { triggerCharacters: extended.triggerCharacters } : {}),
    async getSuggestions(...request) {
      const late = Promise.withResolvers<AutocompleteSuggestions | null>();
      const fallBack = () => usual.getSuggestions(...request);
      const timer = setTimeout(() => late.resolve(fallBack()), patienceMs);
      try {
        return await Promise.race([extended.getSuggestions(...request), late.promise]);
      } catch {
        // What an extension throws while one types is no reason to offer nothing.
        return await fallBack();
      } finally {
        clearTimeout(timer);
      }
    },
    applyCompletion(...completion) {
      try {
        return extended.applyCompletion(...completion);
      } catch {
        return usual.applyCompletion(...completion);
      }
    },
    shouldTriggerFileCompletion(...place) {
      try {
        return extended.shouldTriggerFileCompletion?.(...place) ?? true;
      } catch {
        return usual.shouldTriggerFileCompletion?.(...place) ?? true;
      }
    },
  };
}
