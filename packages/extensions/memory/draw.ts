import type { MessageRenderer } from "@tau/coding-agent";
import { neutralizeLine, Text } from "@tau/tui";
import type { RecallDetails } from "./auto-recall.ts";

/** Draws the message with recalled memories: one line, and the memories if it is expanded. */
export const drawRecalled: MessageRenderer<RecallDetails> = ({ details }, { expanded, outputPad }, theme) => {
  const texts = details?.texts ?? [];
  const title = theme.fg("dim", `◆ recalled ${texts.length} ${texts.length === 1 ? "memory" : "memories"}`);
  const lines = expanded ? texts.map((text) => theme.fg("dim", `  ${neutralizeLine(text)}`)) : [];
  return new Text([title, ...lines].join("\n"), outputPad, 0);
};
