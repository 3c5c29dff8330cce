import type { MessageRenderer } from "@tau/coding-agent";
import { neutralize, neutralizeLine, Text } from "@tau/tui";

export interface RuleDetails {
  readonly rule: string;
  readonly path: string;
  /** What the rule was found in. */
  readonly where: string;
}

/** Draws the message with a rule: one line, and its text if it is expanded. */
export const drawRule: MessageRenderer<RuleDetails> = ({ content, details }, { expanded, outputPad }, theme) => {
  const { rule = "", where = "" } = details ?? {};
  const title = theme.fg("warning", neutralizeLine(`◆ rule ${rule}, because of ${where}`));
  const text = typeof content === "string" ? content : "";
  return new Text(expanded ? `${title}\n${theme.fg("dim", neutralize(text))}` : title, outputPad, 0);
};
