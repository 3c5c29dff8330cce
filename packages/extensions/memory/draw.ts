import type { MessageRenderer, Theme } from "@tau/coding-agent";
import { type Component, neutralizeLine, Text } from "@tau/tui";
import type { RecallDetails } from "./auto-recall.ts";
import type { NewMemory } from "./memory.ts";

/** Draws a call: the question, or what is to be remembered, one memory in a line. Arguments may still be arriving. */
export function drawCall(
  tool: string,
  { items, query }: { readonly items?: readonly Partial<NewMemory>[]; readonly query?: string },
  theme: Theme,
): Component {
  const memories = (Array.isArray(items) ? items : []).flatMap(({ content, scope }: Partial<NewMemory>) =>
    content ? [`${content}${scope === "global" ? " (all projects)" : ""}`] : [],
  );
  const lines = [...(query ? [query] : []), ...memories].map((line) => theme.fg("accent", neutralizeLine(line)));
  const name = theme.fg("toolTitle", theme.bold(tool));
  return new Text(lines.length < 2 ? [name, ...lines].join(" ") : [name, ...lines].join("\n  "), 0, 0);
}

/** Draws the message with recalled memories: one line, and the memories if it is expanded. */
export const drawRecalled: MessageRenderer<RecallDetails> = ({ details }, { expanded, outputPad }, theme) => {
  const texts = details?.texts ?? [];
  const title = theme.fg("dim", `◆ recalled ${texts.length} ${texts.length === 1 ? "memory" : "memories"}`);
  const lines = expanded ? texts.map((text) => theme.fg("dim", `  ${neutralizeLine(text)}`)) : [];
  return new Text([title, ...lines].join("\n"), outputPad, 0);
};
