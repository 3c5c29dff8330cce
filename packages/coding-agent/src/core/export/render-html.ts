import type { AgentMessage } from "@tau/agent";
import type { Theme, ThemeToken } from "../themes/index.ts";
import { type MessagePart, messageParts } from "./message-parts.ts";

/** One page that needs nothing else: no script, no font, no request. */
export function renderHtml(title: string, messages: readonly AgentMessage[], theme: Theme | undefined): string {
  const parts = messages.flatMap(messageParts).filter(({ text }) => text.trim() !== "");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styles(theme)}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${parts.map(renderPart).join("\n")}
</body>
</html>
`;
}

function renderPart({ kind, title, text }: MessagePart): string {
  if (kind === "image")
    return `<section class="image"><img alt="${escapeHtml(title)}" src="${escapeHtml(text)}"></section>`;
  const body = `<pre>${escapeHtml(text)}</pre>`;
  if (kind === "user" || kind === "text") return `<section class="${kind}">${body}</section>`;
  const isOpen = kind === "error" ? " open" : "";
  return `<details class="${kind}"${isOpen}><summary>${escapeHtml(title)}</summary>${body}</details>`;
}

function styles(theme: Theme | undefined): string {
  const isLight = theme?.appearance === "light";
  const color = (token: ThemeToken, fallback: string) => theme?.hex(token) ?? fallback;
  const background = isLight ? "#ffffff" : "#16181d";
  const text = color("userMessageText", isLight ? "#1f2328" : "#d8dee9");
  return `
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; background: ${background}; color: ${text}; font: 15px/1.5 system-ui, sans-serif; }
h1 { color: ${color("accent", text)}; font-size: 1.3rem; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; }
section, details { margin: .8rem 0; padding: .6rem .8rem; border-radius: .4rem; }
.user { background: ${color("userMessageBg", isLight ? "#eef1f5" : "#242833")}; }
.text { padding-left: 0; }
details { background: ${color("toolPendingBg", isLight ? "#f4f6f8" : "#1d2027")}; color: ${color("muted", text)}; }
details.error { background: ${color("toolErrorBg", isLight ? "#fdecec" : "#3a2124")}; }
summary { cursor: pointer; font-weight: 600; }
img { max-width: 100%; }
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
