import type { Hover, MarkedString, MarkupContent } from "vscode-languageserver-types";
import { type LspCall, type Outcome, openTarget, positionIn } from "./call.ts";

export async function showHover(call: LspCall): Promise<Outcome> {
  const target = await openTarget(call);
  const { client, document } = target;
  const params = { textDocument: { uri: document.uri }, position: positionIn(target, call.params) };
  const hover = await client.request<Hover | null>("textDocument/hover", params, { signal: call.signal });
  const text = hover?.contents === undefined ? "" : readable(textOf(hover.contents)).trim();
  return { text: text || "No hover information", server: client.server.spec.name };
}

function textOf(contents: MarkupContent | MarkedString | MarkedString[]): string {
  if (typeof contents === "string") return contents;
  if (Array.isArray(contents)) return contents.map(textOf).join("\n\n");
  return contents.value ?? "";
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: " " };

/** Returns Markdown without images that stand in it as data, and outside of code with the characters that entities name. */
function readable(markdown: string): string {
  const parts = markdown.split(/(^```[\s\S]*?^```)/m);
  return parts
    .map((part) =>
      part.startsWith("```")
        ? part
        : part
            .replace(/!\[[^\]]*\]\(data:[^)]*\)[ \t]*/g, "")
            .replace(/&(lt|gt|amp|quot|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole),
    )
    .join("");
}
