import type { SessionEntry } from "@tau/agent";
import type { Theme } from "../themes/index.ts";
import { entryParts } from "./entry-parts.ts";
import { escapeHtml } from "./escape-html.ts";
import type { MessagePart } from "./message-parts.ts";
import { pageColors } from "./page/page-colors.ts";
import { pageScript } from "./page/page-script.ts";
import { pageStyle } from "./page/page-style.ts";

export interface SessionPage {
  readonly title: string;
  /** The whole tree, oldest first. */
  readonly entries: readonly SessionEntry[];
  /** The branch that is shown first ends here. */
  readonly leafId: string | null;
  readonly theme?: Theme | undefined;
}

interface ShownEntry {
  readonly id: string;
  /** The nearest ancestor that is shown too. */
  readonly parent: string | null;
  readonly depth: number;
  readonly parts: readonly MessagePart[];
}

/** One page that needs nothing else: no font, no library, no request, which its own policy forbids. */
export function renderHtml({ title, entries, leafId, theme }: SessionPage): string {
  const { shown, nearest } = shownEntries(entries);
  const leaf = leafId === null ? null : (nearest.get(leafId) ?? null);
  const active = branchOf(shown, leaf);
  return `<!doctype html>
<html lang="en" data-theme="${theme?.appearance === "light" ? "light" : "dark"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageColors(theme)}${pageStyle}</style>
</head>
<body data-leaf="${escapeHtml(leaf ?? "")}">
<header><h1>${escapeHtml(title)}</h1><input id="search" type="search" placeholder="Search ( / )" aria-label="Search"><span id="count"></span><button id="fold" type="button">Fold or unfold all</button><button id="theme" type="button">Dark or light</button></header>
<nav aria-label="Session tree"><ol>
${shown.map((entry) => renderLink(entry, active)).join("\n")}
</ol></nav>
<main>
${shown.map((entry) => renderEntry(entry, active)).join("\n")}
</main>
<script>${pageScript}</script>
</body>
</html>
`;
}

/** Entries without anything to see are left out; their children hang on what is above them. */
function shownEntries(entries: readonly SessionEntry[]): { shown: ShownEntry[]; nearest: Map<string, string | null> } {
  const nearest = new Map<string, string | null>();
  const depths = new Map<string | null, number>();
  const children = new Map<string | null, number>();
  const shown: ShownEntry[] = [];
  for (const entry of entries) {
    const parent = entry.parentId === null ? null : (nearest.get(entry.parentId) ?? null);
    const parts = entryParts(entry).filter(({ kind, text }) => kind === "note" || text.trim() !== "");
    if (parts.length === 0) {
      nearest.set(entry.id, parent);
      continue;
    }
    // A first child goes on below its parent; each further one begins a branch.
    const siblings = children.get(parent) ?? 0;
    children.set(parent, siblings + 1);
    const depth = (depths.get(parent) ?? 0) + (siblings > 0 ? 1 : 0);
    nearest.set(entry.id, entry.id);
    depths.set(entry.id, depth);
    shown.push({ id: entry.id, parent, depth, parts });
  }
  return { shown, nearest };
}

function branchOf(shown: readonly ShownEntry[], leaf: string | null): Set<string> {
  const parents = new Map(shown.map(({ id, parent }) => [id, parent]));
  const branch = new Set<string>();
  for (let id = leaf; id !== null; id = parents.get(id) ?? null) branch.add(id);
  return branch;
}

function renderLink({ id, depth, parts }: ShownEntry, active: ReadonlySet<string>): string {
  const [first] = parts;
  const words = first?.kind === "image" ? "image" : `${first?.text ?? ""}`.trim().slice(0, 80).replace(/\s+/g, " ");
  const label = first?.kind === "user" || first?.kind === "text" ? words : `${first?.title ?? ""} ${words}`;
  const state = active.has(id) ? ' class="shown"' : "";
  return `<li style="padding-left:${depth}rem"><a href="#${escapeHtml(id)}"${state}>${escapeHtml(label)}</a></li>`;
}

function renderEntry({ id, parent, parts }: ShownEntry, active: ReadonlySet<string>): string {
  const hidden = active.has(id) ? "" : " hidden";
  const up = escapeHtml(parent ?? "");
  return `<article id="${escapeHtml(id)}" data-parent="${up}"${hidden}>${parts.map(renderPart).join("\n")}</article>`;
}

function renderPart({ kind, title, text }: MessagePart): string {
  if (kind === "image")
    return `<section class="image"><img alt="${escapeHtml(title)}" src="${escapeHtml(text)}"></section>`;
  if (kind === "note" && text === "") return `<section class="note">${escapeHtml(title)}</section>`;
  const body = `<pre>${escapeHtml(text)}</pre>`;
  if (kind === "user" || kind === "text") return `<section class="${kind}">${body}</section>`;
  const isOpen = kind === "error" ? " open" : "";
  return `<details class="${kind}"${isOpen}><summary>${escapeHtml(title)}</summary>${body}</details>`;
}
