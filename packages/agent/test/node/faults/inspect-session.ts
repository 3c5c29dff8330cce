import { existsSync, readFileSync } from "node:fs";
import { damagedPath } from "../../../src/node/lines/damaged-lines.ts";
import { openLog } from "../../../src/node/log/session-files.ts";
import { findInterruptedCalls } from "../../../src/session/context/interrupted-turn.ts";
import type { SessionDiagnostic } from "../../../src/session/diagnostic.ts";
import type { SessionEntry } from "../../../src/session/entries/entry.ts";

/** Each text is a promise that was broken. */
export interface SessionFaults {
  /** It does not open, or not for writing. */
  unreadable: string[];
  /** Entries that were shown and are not there. */
  lost: string[];
  /** Calls with two results. */
  repeated: string[];
  /** Damage that a kill cannot explain, or that was told of twice. */
  damaged: string[];
  /** Lines that were cut off although their entry had been shown. */
  tornShown: string[];
}

export interface Inspection extends SessionFaults {
  /** Lines that were cut off within a `write`, before anybody saw their entry: no fault. */
  torn: number;
}

/** Looks at what a killed program has left behind. Whoever calls it opens the session first after each kill, so it is told of every torn line. */
export function inspectSession(path: string, shown: readonly string[], home: string): Inspection {
  const known = tornLines(path).length;
  const found: Inspection = { unreadable: [], lost: [], repeated: [], damaged: [], tornShown: [], torn: 0 };
  try {
    const session = openLog(path, undefined, undefined, { home });
    const entries = session.getEntries();
    session.buildSessionContext();
    findInterruptedCalls(session.getBranch());
    const refusal = session.getReadOnlyReason();
    if (refusal) found.unreadable.push(`${path}: ${refusal.message}`);
    const ids = new Set(entries.map(({ id }) => id));
    found.lost = shown.filter((id) => !ids.has(id));
    found.repeated = repeatedResults(entries);
    const diagnostics = session.getDiagnostics().filter(({ code }) => code !== "migrated");
    const torn = diagnostics.filter(isTorn);
    found.damaged = diagnostics.filter((diagnostic) => !isTorn(diagnostic)).map(({ message }) => message);
    const told = diagnostics.filter(({ code }) => code.endsWith("-line")).length;
    if (known + told !== tornLines(path).length) found.damaged.push(`${path}: a torn line was told of twice`);
    found.torn = torn.length;
    found.tornShown = shownOf(tornLines(path).slice(known), shown);
    session.close();
  } catch (error) {
    found.unreadable.push(`${path}: ${error}`);
  }
  return found;
}

/** What has been set aside of a session. */
export function tornLines(path: string): string[] {
  const aside = damagedPath(path);
  return existsSync(aside) ? readFileSync(aside, "utf8").split("\n").slice(0, -1) : [];
}

/** Those that begin as an entry does which somebody has seen. */
export function shownOf(lines: readonly string[], shown: readonly string[]): string[] {
  return lines.filter((line) => shown.includes(/"id":"([^"]*)"/.exec(line)?.[1] ?? ""));
}

function isTorn({ code }: SessionDiagnostic): boolean {
  return code === "torn-line";
}

function repeatedResults(entries: readonly SessionEntry[]): string[] {
  const results = entries.flatMap((entry) =>
    entry.type === "message" && entry.message.role === "toolResult" ? [entry.message.toolCallId] : [],
  );
  return results.filter((id, index) => results.indexOf(id) !== index);
}
