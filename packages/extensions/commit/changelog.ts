import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChangelogEntry } from "./proposal.ts";

export const CHANGELOG = "CHANGELOG.md";
const UNRELEASED = /^##\s*\[?unreleased\]?.*$/im;

/** Returns the changelog, if the project has one with a section for unreleased changes. */
export function readChangelog(top: string): string | undefined {
  const path = join(top, CHANGELOG);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return UNRELEASED.test(text) ? text : undefined;
}

/** Adds entries at the end of their sections below the "Unreleased" heading. Missing sections are created. */
export function addToChangelog(text: string, entries: readonly ChangelogEntry[]): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  for (const { section, text: entry } of entries) addEntry(lines, section, `- ${entry}`);
  return lines.join(end);
}

function addEntry(lines: string[], section: string, entry: string): void {
  const top = lines.findIndex((line) => UNRELEASED.test(line));
  const after = (start: number, isEnd: (line: string) => boolean) => {
    const found = lines.findIndex((line, index) => index > start && isEnd(line));
    return found < 0 ? lines.length : found;
  };
  const bottom = after(top, (line) => /^##?\s/.test(line));
  const heading = lines.findIndex(
    (line, index) => index > top && index < bottom && new RegExp(`^###\\s*${section}\\s*$`, "i").test(line),
  );
  if (heading < 0) {
    const last = lastFilled(lines, bottom);
    lines.splice(last + 1, 0, "", `### ${section}`, "", entry);
    return;
  }
  const sectionEnd = Math.min(
    bottom,
    after(heading, (line) => /^###\s/.test(line)),
  );
  const last = lastFilled(lines, sectionEnd);
  lines.splice(last + 1, 0, ...(last === heading ? ["", entry] : [entry]));
}

/** Returns the index of the last line before `end` that is not blank. */
function lastFilled(lines: readonly string[], end: number): number {
  let at = end - 1;
  while (at > 0 && lines[at]?.trim() === "") at--;
  return at;
}
