import type { AutocompleteProvider, AutocompleteSuggestions } from "@tau/tui";

/** The longest that the user waits for suggestions. */
const PATIENCE_MS = 2000;

/** Asks an extension's provider, and falls back to the usual one if it throws or takes too long. */
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
        // If an extension fails while the user types, the usual suggestions are shown.
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
