import { fuzzyFilter } from "../fuzzy/index.ts";
import { type CommandLike, completeCommand } from "./command-completion.ts";
import { type ListFiles, listWithFd, walkFiles } from "./list-files.ts";
import { completePath, pathItem } from "./path-completion.ts";
import type {
  AutocompleteItem,
  AutocompleteProvider,
  AutocompleteRequest,
  AutocompleteSuggestions,
  CompletedText,
} from "./provider.ts";

const MAX_FOUND = 50;
const LISTING_LIFETIME_MS = 5_000;

/** Matches `@` and the text typed after it, with or without an opening quote, up to the cursor. */
const MENTION = /(?:^|[\s"'=])(@(?:"[^"]*|[^\s"]*))$/u;
const PATH = /(?:^|[\s"'=])([^\s"'=]*)$/u;

/** Completes slash commands, paths, and files mentioned by `@`. */
export class CombinedAutocompleteProvider implements AutocompleteProvider {
  private readonly commands: readonly CommandLike[];
  private readonly basePath: string;
  private readonly listFiles: ListFiles;
  private listing: { readonly at: number; readonly paths: Promise<string[]> } | undefined;

  /** `fdPath` is the path of an `fd` program that lists the files; `listFiles` replaces the listing altogether. */
  constructor(
    commands: (AutocompleteItem | CommandLike)[] = [],
    basePath: string,
    fdPath?: string | null,
    listFiles?: ListFiles,
  ) {
    this.commands = commands;
    this.basePath = basePath;
    this.listFiles = listFiles ?? (fdPath ? listWithFd(fdPath) : walkFiles);
  }

  async getSuggestions(
    lines: string[],
    cursorLine: number,
    cursorCol: number,
    { signal, force = false }: AutocompleteRequest,
  ): Promise<AutocompleteSuggestions | null> {
    const text = (lines[cursorLine] ?? "").slice(0, cursorCol);
    const mention = MENTION.exec(text)?.[1];
    if (mention !== undefined) return await this.completeMention(mention, signal);
    if (!force && isCommandLine(text, cursorLine)) return await completeCommand(text, this.commands);
    const path = PATH.exec(text)?.[1] ?? "";
    if (!force && !isPathLike(path)) return null;
    return suggest(await completePath(path, this.basePath), path);
  }

  applyCompletion(
    lines: string[],
    cursorLine: number,
    cursorCol: number,
    item: AutocompleteItem,
    prefix: string,
  ): CompletedText {
    const line = lines[cursorLine] ?? "";
    const before = line.slice(0, cursorCol - prefix.length);
    const inserted = insertion(item.value, prefix, before);
    const rest = line.slice(cursorCol);
    const after = inserted.trimEnd().endsWith('"') && rest.startsWith('"') ? rest.slice(1) : rest;
    const completed = [...lines];
    completed[cursorLine] = before + inserted + after;
    return { lines: completed, cursorLine, cursorCol: before.length + inserted.length };
  }

  /** Returns false while the user types the name of a command: there the key completes the command. */
  shouldTriggerFileCompletion(lines: string[], cursorLine: number, cursorCol: number): boolean {
    const text = (lines[cursorLine] ?? "").slice(0, cursorCol);
    return !(isCommandLine(text, cursorLine) && !text.trim().includes(" "));
  }

  private async completeMention(mention: string, signal: AbortSignal): Promise<AutocompleteSuggestions | null> {
    const query = mention.replace(/^@"?/, "");
    const isOutside = /^(?:~|\/|\.\.?\/)/.test(query);
    const items = isOutside ? await completePath(query, this.basePath) : await this.searchFiles(query, signal);
    return suggest(items.map(mentioned), mention);
  }

  private async searchFiles(query: string, signal: AbortSignal): Promise<AutocompleteItem[]> {
    const paths = await this.list(signal);
    return fuzzyFilter(paths, query, (path) => path)
      .slice(0, MAX_FOUND)
      .map(pathItem);
  }

  /** Lists the files once for several keystrokes. A listing continues even if the request that started it is aborted. */
  private async list(signal: AbortSignal): Promise<string[]> {
    const now = Date.now();
    if (!this.listing || now - this.listing.at > LISTING_LIFETIME_MS) {
      this.listing = { at: now, paths: this.listFiles(this.basePath, new AbortController().signal) };
    }
    const { paths } = this.listing;
    const listed = await paths.catch((cause: unknown) => {
      this.listing = undefined;
      throw cause;
    });
    return signal.aborted ? [] : listed;
  }
}

function suggest(items: AutocompleteItem[], prefix: string): AutocompleteSuggestions | null {
  return items.length > 0 ? { items, prefix } : null;
}

function isCommandLine(text: string, cursorLine: number): boolean {
  return cursorLine === 0 && text.trimStart().startsWith("/");
}

function isPathLike(token: string): boolean {
  return token.includes("/") || token.startsWith(".") || token.startsWith("~");
}

function mentioned(item: AutocompleteItem): AutocompleteItem {
  return { ...item, value: /\s/u.test(item.value) ? `@"${item.value}"` : `@${item.value}` };
}

function insertion(value: string, prefix: string, before: string): string {
  const isCommand =
    prefix.startsWith("/") && before.trim() === "" && !prefix.slice(1).includes("/") && !value.startsWith("/");
  if (isCommand) return `/${value} `;
  // A folder gets no blank, since the rest of the path follows; a mentioned file gets one, since the next word follows.
  const isMentionedFile = prefix.startsWith("@") && !/\/"?$/.test(value);
  return isMentionedFile ? `${value} ` : value;
}
