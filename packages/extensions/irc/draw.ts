import type { Theme } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text } from "@tau/tui";
import type { IrcMessage } from "./message.ts";

const SHOWN_CHARACTERS = 300;

export function drawCall({ op, to, message }: { op?: string; to?: string; message?: string }, theme: Theme): Component {
  const what = op === "send" ? `→ ${neutralizeLine(to ?? "")}: ${neutralizeLine(message ?? "")}` : (op ?? "");
  return new Text(`${theme.fg("toolTitle", theme.bold("irc"))} ${cut(what)}`, 0, 0);
}

/** Draws a message between two agents, with its answer. */
export function drawMessage({ from, to, text, reply }: IrcMessage, isExpanded: boolean, theme: Theme): Component {
  const shown = (value: string) => (isExpanded ? neutralize(value) : cut(neutralizeLine(value)));
  const line = (a: string, b: string, said: string) =>
    `${theme.fg("accent", `[IRC] ${neutralizeLine(a)} → ${neutralizeLine(b)}`)} ${theme.fg("muted", shown(said))}`;
  return new Text([line(from, to, text), ...(reply === undefined ? [] : [line(to, from, reply)])].join("\n"), 1, 0);
}

function cut(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
