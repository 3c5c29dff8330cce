import type { DebugProtocol } from "@vscode/debugprotocol";
import type { Breakpoints } from "../session/session-breakpoints.ts";
import { instructionKey } from "../session/session-breakpoints.ts";
import { shownPath } from "./place-text.ts";

interface Conditions {
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

/** Returns what the adapter has made of a breakpoint, such as `not verified: no code at this line`. */
export function verdictText({ verified, message, line }: DebugProtocol.Breakpoint, askedLine?: number): string {
  const moved = line !== undefined && askedLine !== undefined && line !== askedLine ? `, moved to line ${line}` : "";
  if (verified) return `verified${moved}`;
  return `not verified${message ? `: ${message}` : "; it may be placed once its code is loaded"}`;
}

function conditionsText({ condition, hitCondition, logMessage }: Conditions): string {
  return [
    condition === undefined ? "" : ` if ${condition}`,
    hitCondition === undefined ? "" : ` hit ${hitCondition}`,
    logMessage === undefined ? "" : ` logs ${JSON.stringify(logMessage)}`,
  ].join("");
}

/** Returns one line for each breakpoint of a session. */
export function breakpointLines(breakpoints: Breakpoints, cwd: string): string[] {
  const { functions, instructions, data, exceptions } = breakpoints;
  return [
    ...breakpoints
      .files()
      .flatMap(([path, list]) =>
        list.map(
          ({ asked, answer }) =>
            `${shownPath(path, cwd)}:${asked.line}${conditionsText(asked)} (${verdictText(answer, asked.line)})`,
        ),
      ),
    ...functions.list().map(({ asked, answer }) => `${asked.name}()${conditionsText(asked)} (${verdictText(answer)})`),
    ...instructions
      .list()
      .map(
        ({ asked, answer }) =>
          `instruction ${instructionKey(asked.instructionReference, asked.offset)}${conditionsText(asked)} (${verdictText(answer)})`,
      ),
    ...data
      .list()
      .map(
        ({ asked, answer }) =>
          `data ${asked.dataId} on ${asked.accessType ?? "write"}${conditionsText(asked)} (${verdictText(answer)})`,
      ),
    ...(exceptions.length === 0 ? [] : [`exceptions: ${exceptions.join(", ")}`]),
  ];
}
