import type { ToolUrl } from "@tau/coding-agent";
import { invalid } from "./github-error.ts";
import { type ItemKind, numberIn } from "./read-items.ts";

/** What an `issue://` or `pr://` URL asks for. */
export interface ItemUrl {
  readonly kind: ItemKind;
  /** `owner/name` or `host/owner/name`; absent for the repository of the folder. */
  readonly repository?: string;
  /** Absent for a list. */
  readonly number?: number;
  readonly part?: ItemPart;
  readonly query: URLSearchParams;
}

export type ItemPart =
  | { readonly name: "comments" }
  | { readonly name: "diff"; readonly file: number | "list" | "all" };

const USAGE: Readonly<Record<ItemKind, string>> = {
  issue: "Use issue://, issue://5, issue://owner/name, issue://owner/name/5 or issue://5/comments.",
  pr: "Use pr://, pr://5, pr://owner/name/5, pr://5/comments, pr://5/diff, pr://5/diff/2 or pr://5/diff/all.",
};

/** Reads a URL. Throws an error that names the forms if it has none of them. */
export function parseItemUrl({
  scheme,
  host,
  path,
  query,
  href,
}: Pick<ToolUrl, "scheme" | "host" | "path" | "query" | "href">): ItemUrl {
  const kind: ItemKind = scheme === "pr" ? "pr" : "issue";
  const words = [host, ...path.split("/")].filter((word) => word !== "");
  const at = words.findIndex((word) => /^#?\d+$/.test(word));
  const named = at < 0 ? words : words.slice(0, at);
  const rest = at < 0 ? [] : words.slice(at + 1);
  if (named.length === 1 || named.length > 3) throw invalid(`${href} names no repository. ${USAGE[kind]}`);
  const part = partOf(kind, rest);
  if (part === "unknown")
    throw invalid(`${href} names no part of ${kind === "pr" ? "a pull request" : "an issue"}. ${USAGE[kind]}`);
  return {
    kind,
    query: new URLSearchParams(query),
    ...(named.length > 0 && { repository: named.join("/") }),
    ...(at >= 0 && { number: numberIn(words[at] ?? "", "number of an issue") }),
    ...(part && { part }),
  };
}

function partOf(kind: ItemKind, words: readonly string[]): ItemPart | undefined | "unknown" {
  const [name, file, ...more] = words;
  if (name === undefined) return undefined;
  if (name === "comments" && file === undefined) return { name: "comments" };
  if (name !== "diff" || kind !== "pr" || more.length > 0) return "unknown";
  if (file === undefined) return { name: "diff", file: "list" };
  return { name: "diff", file: file === "all" ? "all" : numberIn(file, "number of a file") };
}

const STATES: Readonly<Record<ItemKind, readonly string[]>> = {
  issue: ["open", "closed", "all"],
  pr: ["open", "closed", "merged", "all"],
};
const DEFAULT_LIMIT = 30;
const MAX_LIMIT = 100;
/** GitHub shows the first 1000 results of a search. */
const MAX_PAGE = 1000;

export function listOptions({ kind, query }: ItemUrl) {
  const state = query.get("state") ?? "open";
  if (!STATES[kind].includes(state))
    throw invalid(`state=${state.slice(0, 40)} is unknown. Use ${STATES[kind].join(", ")}.`);
  return {
    state,
    limit: Math.min(MAX_LIMIT, positive(query, "limit", DEFAULT_LIMIT)),
    page: pageOf(query),
    author: query.get("author") ?? undefined,
    label: query.get("label") ?? undefined,
  };
}

export function pageOf(query: URLSearchParams): number {
  return Math.min(MAX_PAGE, positive(query, "page", 1));
}

export function hasComments(query: URLSearchParams): boolean {
  return !["0", "false", "no"].includes(query.get("comments") ?? "1");
}

function positive(query: URLSearchParams, name: string, standard: number): number {
  const text = query.get(name);
  if (text === null) return standard;
  const number = Math.floor(Number(text));
  if (!(number > 0)) throw invalid(`${name}=${text.slice(0, 40)} is no number above 0.`);
  return number;
}
