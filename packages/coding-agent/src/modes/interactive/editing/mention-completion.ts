import { basename, dirname } from "node:path";
import type { AutocompleteItem, AutocompleteProvider } from "@tau/tui";
import type { FileIndex } from "./file-index.ts";

/** `@` and what was typed after it, with or without a quote, up to the cursor. */
const MENTION = /(?:^|[\s"'=])(@(?:"[^"]*|[^\s"]*))$/u;
/** Paths that lead out of the project are completed by folder, not searched. */
const OUTSIDE = /^(?:~|\/|\.\.?\/)/;
const MOST = 50;

/** Answers mentions of files from an index, tells which was taken, and leaves everything else to another provider. */
export function completeMentions(
  index: FileIndex,
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
      const paths = await index.search(query, MOST);
      return paths.length === 0 || options.signal.aborted ? null : { items: paths.map(toItem), prefix: mention };
    },
    applyCompletion: (...parameters) => {
      const [, , , item] = parameters;
      // A folder is gone into by typing on.
      if (item.value.startsWith("@") && !/\/"?$/.test(item.value)) onMention(item.value);
      return other.applyCompletion(...parameters);
    },
    shouldTriggerFileCompletion: (...parameters) => other.shouldTriggerFileCompletion?.(...parameters) ?? true,
  };
}

function toItem(path: string): AutocompleteItem {
  const value = /\s/u.test(path) ? `@"${path}"` : `@${path}`;
  const folder = dirname(path);
  const label = basename(path) + (path.endsWith("/") ? "/" : "");
  return { value, label, ...(folder === "." ? {} : { description: `${folder}/` }) };
}
