import type { SessionEntry } from "@tau/agent";
import type { Theme } from "../themes/index.ts";
import { escapeHtml } from "./escape-html.ts";
import { entryToHtml, type PagePart } from "./page/entry-html.ts";
import { pageColors } from "./page/page-colors.ts";
import type { PageContext } from "./page/page-context.ts";
import { pageScript } from "./page/page-script.ts";
import { pageStyle } from "./page/page-style.ts";

export interface SessionPage {
  readonly title: string;
  /** Facts about the session, shown below the title. */
  readonly facts: readonly string[];
  /** The whole tree, oldest first. */
  readonly entries: readonly SessionEntry[];
  /** Last entry of the branch that is shown first. */
  readonly leafId: string | null;
  readonly theme?: Theme | undefined;
  readonly context: PageContext;
}

interface ShownEntry {
  /** Id within the page. Unlike the entry's own id it is unique and needs no escaping. */
  readonly id: string;
  /** The nearest ancestor that is also shown. */
  readonly parent: string | null;
  readonly depth: number;
  readonly parts: readonly PagePart[];
}

/** Renders one self-contained page: no fonts, libraries or requests, which its content security policy forbids. */
export function renderHtml({ title, facts, entries, leafId, theme, context }: SessionPage): string {
  const { shown, nearest } = shownEntries(entries, context);
  const leaf = leafId === null ? null : (nearest.get(leafId) ?? null);
  const active = branchOf(shown, leaf);
  const body = shown.map((entry) => renderEntry(entry, active)).join("\n");
  return `<!doctype html>
<html lang="en" data-theme="${theme?.appearance === "light" ? "light" : "dark"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageColors(theme, body)}${pageStyle}</style>
</head>
<body data-leaf="${escapeHtml(leaf ?? "")}">
<header>
<div class="title"><h1>${escapeHtml(title)}</h1><p>${facts.map(escapeHtml).join(" · ")}</p></div>
<div class="tools"><button id="tree" type="button" aria-expanded="true" aria-controls="entries">Tree</button><input id="search" type="search" placeholder="Search  /" aria-label="Search"><span id="count" role="status"></span><button id="fold" type="button">Unfold all</button><button id="theme" type="button" aria-label="Dark or light">◐</button></div>
</header>
<nav id="entries" aria-label="Session tree"><ol>
${shown.map((entry) => renderLink(entry, active)).join("\n")}
</ol></nav>
<main>
${body}
</main>
<script>${pageScript}</script>
</body>
</html>
`;
}

/** Leaves out entries with nothing to show; their children are attached to the nearest shown ancestor. */
function shownEntries(
  entries: readonly SessionEntry[],
  context: PageContext,
): { shown: ShownEntry[]; nearest: Map<string, string | null> } {
  const nearest = new Map<string, string | null>();
  const depths = new Map<string | null, number>();
  const children = new Map<string | null, number>();
  const shown: ShownEntry[] = [];
  const ids = new PageIds();
  for (const entry of entries) {
    const parent = entry.parentId === null ? null : (nearest.get(entry.parentId) ?? null);
    const parts = entryToHtml(entry, context);
    if (parts.length === 0) {
      nearest.set(entry.id, parent);
      continue;
    }
    // A first child stays at its parent's depth; each further child starts a branch.
    const siblings = children.get(parent) ?? 0;
    children.set(parent, siblings + 1);
    const depth = (depths.get(parent) ?? 0) + (siblings > 0 ? 1 : 0);
    const id = ids.make(entry.id);
    nearest.set(entry.id, id);
    depths.set(id, depth);
    shown.push({ id, parent, depth, parts });
  }
  return { shown, nearest };
}

/** Makes unique page ids. Parents come before their children, so walking up the tree can never loop. */
class PageIds {
  private readonly used = new Set<string>();

  make(entryId: string): string {
    const wanted = `entry-${PLAIN.test(entryId) ? entryId : this.used.size}`;
    let id = wanted;
    for (let copy = this.used.size; this.used.has(id); copy++) id = `${wanted}-${copy}`;
    this.used.add(id);
    return id;
  }
}

const PLAIN = /^[\w-]{1,64}$/;

function branchOf(shown: readonly ShownEntry[], leaf: string | null): Set<string> {
  const parents = new Map(shown.map(({ id, parent }) => [id, parent]));
  const branch = new Set<string>();
  for (let id = leaf; id !== null; id = parents.get(id) ?? null) branch.add(id);
  return branch;
}

function renderLink({ id, depth, parts }: ShownEntry, active: ReadonlySet<string>): string {
  const first = parts.find(({ kind }) => kind !== "thinking") ?? parts[0];
  const state = active.has(id) ? " shown" : "";
  const link = `<a href="#${escapeHtml(id)}" class="${first?.kind ?? "note"}${state}">${escapeHtml(labelOf(parts))}</a>`;
  return `<li style="padding-left:${depth}rem">${link}</li>`;
}

/** Builds the label in the tree: the text first, then the tool calls. */
function labelOf(parts: readonly PagePart[]): string {
  const said = parts.find(({ kind }) => kind !== "thinking" && kind !== "tool") ?? parts[0];
  const calls = parts.filter((part) => part.kind === "tool" && part !== said);
  const label = [...(said ? [said] : []), ...calls].map((part) => part.label.trim()).join(" · ");
  const line = label.slice(0, 400).replace(/\s+/g, " ").trim();
  return line.length > LABEL_CHARACTERS ? `${line.slice(0, LABEL_CHARACTERS - 1)}…` : line;
}

const LABEL_CHARACTERS = 80;

function renderEntry({ id, parent, parts }: ShownEntry, active: ReadonlySet<string>): string {
  const hidden = active.has(id) ? "" : " hidden";
  const up = escapeHtml(parent ?? "");
  const body = parts.map(({ html }) => html).join("\n");
  return `<article id="${escapeHtml(id)}" data-parent="${up}"${hidden}>${body}</article>`;
}
