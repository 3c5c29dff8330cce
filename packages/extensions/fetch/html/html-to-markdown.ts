import type { HtmlNode } from "./parse-html.ts";

const ELEMENT = 1;
const TEXT = 3;
const SKIPPED = new Set(
  "SCRIPT STYLE NOSCRIPT TEMPLATE SVG CANVAS IFRAME OBJECT BUTTON INPUT SELECT TEXTAREA HEAD TITLE".split(" "),
);
const BLOCKS = new Set(
  "ADDRESS ARTICLE ASIDE BODY DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER MAIN NAV P SECTION SUMMARY".split(
    " ",
  ),
);

interface Writing {
  /** The address of the page, against which links are resolved. */
  readonly base: string;
  readonly isPre?: boolean;
}

/** Converts an element to Markdown. Links and images become absolute; layout, scripts and forms are left out. */
export function htmlToMarkdown(node: HtmlNode, base: string): string {
  const markdown = childrenOf(node, { base });
  const lines = markdown.split("\n").map((line) => line.trimEnd());
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function childrenOf(node: HtmlNode, writing: Writing): string {
  const written: string[] = [];
  let last = "";
  for (const child of node.childNodes) {
    const part = writeNode(child, writing);
    if (part === "") continue;
    // Whitespace between blocks has no meaning.
    written.push(last === "\n" && !writing.isPre ? part.replace(/^ +/, "") : part);
    last = part.at(-1) ?? "";
  }
  return written.join("");
}

function writeNode(node: HtmlNode, writing: Writing): string {
  if (node.nodeType === TEXT) {
    const text = node.textContent ?? "";
    return writing.isPre ? text : text.replace(/\s+/g, " ");
  }
  const name = node.nodeName.toUpperCase();
  if (node.nodeType !== ELEMENT || SKIPPED.has(name)) return "";
  if (node.getAttribute?.("aria-hidden") === "true" || node.getAttribute?.("hidden") === "") return "";
  const write = WRITERS[name];
  if (write) return write(node, writing);
  const inner = childrenOf(node, writing);
  return BLOCKS.has(name) ? block(inner) : inner;
}

type Writer = (node: HtmlNode, writing: Writing) => string;

const heading =
  (level: number): Writer =>
  (node, writing) => {
    const text = inline(node, writing);
    return text === "" ? "" : block(`${"#".repeat(level)} ${text}`);
  };

const around =
  (mark: string): Writer =>
  (node, writing) => {
    const text = childrenOf(node, writing);
    const inner = text.trim();
    if (inner === "" || inner.includes("\n\n")) return text;
    return `${/^\s/.test(text) ? " " : ""}${mark}${inner}${mark}${/\s$/.test(text) ? " " : ""}`;
  };

const WRITERS: Readonly<Record<string, Writer>> = {
  H1: heading(1),
  H2: heading(2),
  H3: heading(3),
  H4: heading(4),
  H5: heading(5),
  H6: heading(6),
  STRONG: around("**"),
  B: around("**"),
  EM: around("_"),
  I: around("_"),
  DEL: around("~~"),
  BR: () => "\n",
  HR: () => block("---"),
  CODE: (node, writing) => (writing.isPre ? (node.textContent ?? "") : codeSpan(node.textContent ?? "")),
  KBD: (node) => codeSpan(node.textContent ?? ""),
  SAMP: (node) => codeSpan(node.textContent ?? ""),
  PRE: (node) => block(fenced(node)),
  BLOCKQUOTE: (node, writing) => block(prefixed(blocksIn(node, writing), "> ", "> ")),
  UL: (node, writing) => block(listOf(node, writing, () => "- ")),
  OL: (node, writing) => block(listOf(node, writing, (index) => `${startOf(node) + index}. `)),
  LI: (node, writing) => block(`- ${blocksIn(node, writing)}`),
  A: link,
  IMG: (node, { base }) => {
    const alt = (node.getAttribute?.("alt") ?? "").replace(/\s+/g, " ").trim();
    const source = absolute(node.getAttribute?.("src") ?? "", base);
    return alt === "" || source === undefined ? "" : `![${alt}](${source})`;
  },
  TABLE: (node, writing) => block(tableOf(node, writing)),
  // The source of a formula, where the page has it, in place of its signs one by one.
  MATH: (node, writing) => {
    const source = node.querySelector?.('annotation[encoding="application/x-tex"]')?.textContent?.trim() ?? "";
    return source === "" ? childrenOf(node, writing) : `$${source}$`;
  },
};

function block(text: string): string {
  const trimmed = text.replace(/^(?: *\n)+/, "").trimEnd();
  return trimmed === "" ? "" : `\n\n${trimmed}\n\n`;
}

function inline(node: HtmlNode, writing: Writing): string {
  return childrenOf(node, writing).replace(/\s+/g, " ").trim();
}

function blocksIn(node: HtmlNode, writing: Writing): string {
  return childrenOf(node, writing)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function codeSpan(text: string): string {
  const code = text.replace(/\s+/g, " ").trim();
  if (code === "") return "";
  return code.includes("`") ? `\`\` ${code} \`\`` : `\`${code}\``;
}

function fenced(node: HtmlNode): string {
  const code = (node.textContent ?? "").replace(/^\n/, "").trimEnd();
  const classes = [node, ...(node.querySelectorAll?.("code") ?? [])].map((each) => each.getAttribute?.("class") ?? "");
  const language = /\b(?:language|lang|highlight-source|brush:)-?\s*([\w+#-]+)/.exec(classes.join(" "))?.[1] ?? "";
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function prefixed(text: string, first: string, other: string): string {
  return text
    .split("\n")
    .map((line, index) => `${index === 0 ? first : other}${line}`.trimEnd())
    .join("\n");
}

function listOf(node: HtmlNode, writing: Writing, mark: (index: number) => string): string {
  const items = [...node.childNodes].filter((child) => child.nodeName.toUpperCase() === "LI");
  return items
    .map((item, index) => ({ text: blocksIn(item, writing), bullet: mark(index) }))
    .filter(({ text }) => text !== "")
    .map(({ text, bullet }) =>
      prefixed(text.replace(/\n\n(?=\s*(?:[-*]|\d+\.) )/g, "\n"), bullet, " ".repeat(bullet.length)),
    )
    .join("\n");
}

function startOf(node: HtmlNode): number {
  const start = Number(node.getAttribute?.("start") ?? 1);
  return Number.isInteger(start) ? start : 1;
}

function link(node: HtmlNode, writing: Writing): string {
  const text = childrenOf(node, writing);
  const label = text.replace(/\s+/g, " ").trim();
  const target = absolute(node.getAttribute?.("href") ?? "", writing.base);
  // A link around blocks, or an anchor beside a heading, is only its text.
  if (label === "" || ANCHORS.has(label)) return label === "" ? text : "";
  if (target === undefined || text.includes("\n\n")) return text;
  const space = /^\s/.test(text) ? " " : "";
  return `${space}[${label}](${target})${/\s$/.test(text) ? " " : ""}`;
}

/** What documentation generators write beside a heading, to link to it. */
const ANCHORS: ReadonlySet<string> = new Set(["#", "¶", "§", "🔗"]);

/** Returns an absolute http address; nothing for links within the page, scripts and data. */
function absolute(href: string, base: string): string | undefined {
  if (href === "" || href.startsWith("#")) return undefined;
  const url = URL.parse(href, base);
  return url && /^https?:$/.test(url.protocol) ? url.href.replaceAll("(", "%28").replaceAll(")", "%29") : undefined;
}

function tableOf(node: HtmlNode, writing: Writing): string {
  const rows = [...(node.querySelectorAll?.("tr") ?? [])].map((row) =>
    [...row.childNodes]
      .filter((cell) => /^T[HD]$/i.test(cell.nodeName))
      .map((cell) => inline(cell, writing).replaceAll("|", "\\|")),
  );
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ""));
  const width = Math.max(0, ...filled.map((cells) => cells.length));
  // A table of one column is layout.
  if (width < 2) return filled.map((cells) => cells.join(" ")).join("\n\n");
  const lines = filled.map((cells) => `| ${Array.from({ length: width }, (_, at) => cells[at] ?? "").join(" | ")} |`);
  return [lines[0], `|${" --- |".repeat(width)}`, ...lines.slice(1)].join("\n");
}
