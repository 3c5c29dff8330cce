import { basename, dirname } from "node:path";
import type { AutocompleteItem, AutocompleteProvider } from "@tau/tui";

/** Finds the files that a query may mean, best first. */
export type SearchFiles = (query: string, limit: number) => Promise<readonly string[]>;

/** `@` and the text after it up to the cursor, with or without an opening quote. */
const MENTION = /(?:^|[\s"'=])(@(?:"[^"]*|[^\s"]*))$/u;
/** Paths outside the project are completed folder by folder instead of searched. */
const OUTSIDE = /^(?:~|\/|\.\.?\/)/;
const MOST = 50;

/** Completes mentions of files, reports the chosen one to `onMention`, and leaves everything else to another provider. */
export function completeMentions(
  search: SearchFiles,
  other: AutocompleteProvider,
  onMention: (mention: string) => void,
): AutocompleteProvider {
  return {
    ...(other.triggerCharacters ? { triggerCharacters: other.triggerCharacters } : {}),
    async getSuggestions(lines, cursorLine, cursorCol, options) {
      const text = (lines[cursorLine] ?? "").slice(0, cursorCol);
      const mention = MENTION.exec(text)?.[1];
      const query = mention?.replace(/^@"?/, "");
      if (mention === undefined || query === undefined || OUTSIDE.test(query))
        return await other.getSuggestions(lines, cursorLine, cursorCol, options);
      const paths = await search(query, MOST);
      return paths.length === 0 || options.signal.aborted ? null : { items: paths.map(toItem), prefix: mention };
    },
    applyCompletion: (...parameters) => {
      const [, , , item] = parameters;
      // The user continues typing after a folder, so it is not a finished mention.
      if (item.value.startsWith("@") && !/\/"?$/.test(item.value)) onMention(item.value);
      return other.applyCompletion(...parameters);
    },
    shouldTriggerFileCompletion: (...parameters) => other.shouldTriggerFileCompletion?.(...parameters) ?? true,
  };
}

/** Writes the mention of a path. */
export function mentionOf(path: string): string {
  return /\s/u.test(path) ? `@"${path}"` : `@${path}`;
}

function toItem(path: string): AutocompleteItem {
  const value = mentionOf(path);
  const folder = dirname(path);
  const label = basename(path) + (path.endsWith("/") ? "/" : "");
  return { value, label, ...(folder === "." ? {} : { description: `${folder}/` }) };
}
