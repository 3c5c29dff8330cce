import type { ImageContent } from "@tau/ai";
import type { AutocompleteProviderFactory } from "@tau/coding-agent";
import type { AutocompleteSuggestions } from "@tau/tui";
import type { Server } from "../server.ts";
import type { Servers } from "../servers.ts";
import { imageOf, readResource } from "./read-resource.ts";

/** Matches `@server:uri` at the start of a word. */
const MENTION = /(?<=^|[\s("'=])@([\w.-]{1,100}):([^\s"']+)/g;
const TYPED = /(?:^|[\s"'=(])(@([\w.-]{1,100}):(\S*))$/;
const PARTLY = /(?:^|[\s"'=(])@([\w.:/-]{2,})$/;
const MARKS_BEHIND = /[,.;:!?)\]]+$/;
const MOST = 50;
const MOST_BESIDE = 5;
const MAX_CHARACTERS = 200_000;

export function mentionsResource(text: string): boolean {
  return /(?:^|[\s("'=])@[\w.-]{1,100}:[^\s"']/.test(text);
}

interface Input {
  readonly text: string;
  readonly images?: ImageContent[] | undefined;
}

/** Puts the mentioned resources before the prompt. Mentions of unknown servers stay unchanged; `say` reports resources that cannot be read. */
export async function attachResources(
  { text, images = [] }: Input,
  servers: Servers,
  say: (problem: string) => void,
): Promise<{ text: string; images: ImageContent[] } | undefined> {
  const found = mentioned(text, servers);
  const texts: string[] = [];
  const pictures = [...images];
  for (const { server, uri } of found) {
    try {
      for (const part of await readResource(server, uri)) {
        const image = imageOf(part);
        if (image) pictures.push(image);
        const inner = part.text ?? `[${part.mimeType ?? "bytes"}, ${part.bytes?.length ?? 0} bytes]`;
        texts.push(`<resource server="${server.entry.name}" uri="${part.uri}">\n${cut(inner)}\n</resource>`);
      }
    } catch (error) {
      say(`${(error as Error).message} Sent without it.`);
    }
  }
  return texts.length === 0 ? undefined : { text: [...texts, text].join("\n"), images: pictures };
}

function mentioned(text: string, servers: Servers): { server: Server; uri: string }[] {
  const found = new Map<string, { server: Server; uri: string }>();
  for (const [, name = "", written = ""] of text.matchAll(MENTION)) {
    const server = servers.get(name);
    if (!server) continue;
    const isKnown = server.catalogue?.resources.some(({ uri }) => uri === written);
    const uri = isKnown ? written : written.replace(MARKS_BEHIND, "");
    found.set(`${name}:${uri}`, { server, uri });
  }
  return [...found.values()];
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS)}\n[cut at ${MAX_CHARACTERS} characters of ${text.length}; read the rest with its mcp:// URL]`;
}

/** Suggests resources as `@server:uri`, in addition to the files of another provider. */
export function completeResources(servers: Servers): AutocompleteProviderFactory {
  return (other) => ({
    ...(other.triggerCharacters ? { triggerCharacters: other.triggerCharacters } : {}),
    async getSuggestions(lines, cursorLine, cursorCol, options) {
      const before = (lines[cursorLine] ?? "").slice(0, cursorCol);
      const own = ofServer(before, servers);
      if (own !== undefined) return own;
      const files = await other.getSuggestions(lines, cursorLine, cursorCol, options);
      return withResources(files, PARTLY.exec(before)?.[1], servers);
    },
    applyCompletion: (...parameters) => other.applyCompletion(...parameters),
    shouldTriggerFileCompletion: (...parameters) => other.shouldTriggerFileCompletion?.(...parameters) ?? true,
  });
}

/** Returns the suggestions after `@server:`, where nothing else is suggested; undefined if no known server is named. */
function ofServer(before: string, servers: Servers): AutocompleteSuggestions | null | undefined {
  const [, prefix = "", name = "", typed = ""] = TYPED.exec(before) ?? [];
  const server = servers.get(name);
  if (!server) return undefined;
  const items = itemsOf(server).filter(({ value }) => value.toLowerCase().includes(typed.toLowerCase()));
  return items.length === 0 ? null : { items: items.slice(0, MOST), prefix };
}

function withResources(
  files: AutocompleteSuggestions | null,
  word: string | undefined,
  servers: Servers,
): AutocompleteSuggestions | null {
  if (word === undefined) return files;
  const own = servers
    .list()
    .flatMap(itemsOf)
    .filter(({ value }) => value.toLowerCase().includes(word.toLowerCase()));
  if (own.length === 0) return files;
  return { prefix: files?.prefix ?? `@${word}`, items: [...(files?.items ?? []), ...own.slice(0, MOST_BESIDE)] };
}

function itemsOf({ entry, catalogue }: Server) {
  return (catalogue?.resources ?? []).map(({ uri, name, description }) => ({
    value: `@${entry.name}:${uri}`,
    label: `${entry.name}:${uri}`,
    description: [name, description].filter(Boolean).join(": "),
  }));
}
