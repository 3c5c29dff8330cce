import { ToolError } from "../../../tool-error.ts";
import { refuseElidedText } from "../../elided-text.ts";
import { lostCharactersAt } from "../../look-alikes.ts";
import type { AppliedText } from "../hashline/apply.ts";
import { changeLines, joinLines, type LineChange, splitLines } from "../text-lines.ts";
import { limitedSearch } from "./limited-search.ts";
import type { Address, Substitution, VimCommand, VimSection } from "./parse.ts";

/** Applies all commands or throws. `seen` are the versions of the file that the model has read. All patterns refer to `content`. */
export function applyVim(content: string, { path, commands }: VimSection, seen: readonly string[]): AppliedText {
  const lines = splitLines(content);
  const file = new VimFile(
    path,
    lines.map(({ text }) => text),
    seen.map((text) => splitLines(text).map((line) => line.text.trimEnd())),
  );
  const changes = inOrder(
    commands.flatMap((command) => file.changesOf(command)),
    path,
  );
  refuseElidedText(
    changes.flatMap(({ added }) => added),
    content,
    path,
  );
  file.refuseOtherIndentation(changes);
  const text = joinLines(changeLines(lines, changes));
  if (text === content) throw new ToolError("no-change", `Edits to ${path} resulted in no changes being made.`);
  return { text, warnings: [] };
}

function inOrder(changes: readonly LineChange[], path: string): LineChange[] {
  const sorted = changes.toSorted((a, b) => a.at - b.at);
  for (const [index, { at, removed }] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next && at + removed > next.at)
      throw new ToolError(
        "overlap",
        `Two commands change line ${next.at + 1} of ${path}: make one of them, all patterns refer to the file as it is before the call.`,
      );
  }
  return sorted;
}

interface Span {
  /** The line of the first pattern. */
  readonly first: number;
  readonly last: number;
  /** The line that the address names, which further patterns may put below the first. */
  readonly at: number;
  /** How many lines of the span patterns name. */
  readonly named: number;
}

class VimFile {
  private readonly path: string;
  private readonly lines: readonly string[];
  private readonly seen: readonly (readonly string[])[];

  constructor(path: string, lines: readonly string[], seen: readonly (readonly string[])[]) {
    this.path = path;
    this.lines = lines;
    this.seen = seen;
  }

  changesOf(command: VimCommand): LineChange[] {
    switch (command.kind) {
      case "append":
        return [{ at: this.place(command.at, command.shown) + 1, removed: 0, added: command.text }];
      case "insert":
        return [{ at: this.place(command.at, command.shown), removed: 0, added: command.text }];
      case "change":
      case "delete": {
        const { at, last } = this.range(command.from, command.to, command.shown);
        const removed = this.lines.slice(at, last + 1);
        this.refuseInnerEnds(at, removed, command.shown);
        const lost = lostCharactersAt(removed, command.text);
        if (lost >= 0)
          throw this.refused(
            command.shown,
            `its text has plain characters where line ${at + lost + 1} has others that look alike. Copy the line as read shows it`,
          );
        return [{ at, removed: removed.length, added: command.text }];
      }
      case "substitute": {
        const { at, last } = command.from
          ? this.range(command.from, command.to, command.shown)
          : { at: 0, last: this.lines.length - 1 };
        return this.substitute(at, last, command.by, command.shown);
      }
      case "global":
        return this.global(command);
    }
  }

  /** Throws if new lines are indented with a character that the file does not use for that. */
  refuseOtherIndentation(changes: readonly LineChange[]): void {
    const uses = (lines: readonly string[], mark: string) =>
      lines.some((line) => line.startsWith(mark) && line.trim() !== "");
    const added = changes.flatMap((change) => change.added);
    for (const [mark, other, name, otherName] of [
      ["\t", " ", "tabs", "blanks"],
      [" ", "\t", "blanks", "tabs"],
    ] as const)
      if (uses(added, mark) && !uses(this.lines, mark) && uses(this.lines, other))
        throw new ToolError(
          "invalid-argument",
          `The new lines for ${this.path} are indented with ${name}, the file with ${otherName}. Indent them as the file is.`,
        );
  }

  private global({ pattern, isInverted, by, shown }: VimCommand & { kind: "global" }): LineChange[] {
    const chosen = limitedSearch(pattern, () =>
      this.lines.flatMap((line, index) => (this.matches(pattern, line) === isInverted ? [] : [index])),
    );
    if (chosen.length === 0) throw this.refused(shown, "no line matches");
    if (by) {
      const changes = limitedSearch(by.pattern, () => chosen.flatMap((index) => this.substituteLine(index, by)));
      if (changes.length === 0) throw this.refused(shown, "no line has what is to be replaced");
      return changes;
    }
    for (const at of chosen) this.refuseInnerEnds(at, this.lines.slice(at, at + 1), shown);
    return chosen.map((at) => ({ at, removed: 1, added: [] }));
  }

  private substitute(first: number, last: number, by: Substitution, shown: string): LineChange[] {
    const changes = limitedSearch(by.pattern, () => {
      const lines = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      return lines.flatMap((index) => this.substituteLine(index, by));
    });
    if (changes.length === 0) throw this.refused(shown, "the lines do not have what is to be replaced");
    return changes;
  }

  private substituteLine(at: number, { pattern, replacement }: Substitution): LineChange[] {
    const line = this.lines[at] ?? "";
    if (!this.matches(new RegExp(pattern.source, pattern.flags.replace("g", "")), line)) return [];
    return [{ at, removed: 1, added: line.replace(pattern, replacement).split("\n") }];
  }

  private place(address: Address, shown: string): number {
    if (address === "start") return -1;
    if (address === "end") return this.lines.length - 1;
    const span = this.locate(address, shown);
    this.requireSeen(span, shown);
    return span.at;
  }

  private range(from: Address, to: Address | undefined, shown: string): Span {
    if (typeof from === "string" || typeof to === "string")
      throw this.refused(shown, "a range must begin and end with a pattern");
    const start = this.locate(from, shown);
    const end = to ? this.locate(to, shown, start.at + 1) : start;
    const span = { ...start, last: end.at, named: start.named + (to ? end.named : 0) };
    this.requireSeen(span, shown);
    return span;
  }

  /** The first pattern must match one line alone, unless it is looked for from a line on. */
  private locate({ patterns, shown }: Exclude<Address, string>, command: string, from = 0): Span {
    const places: number[] = [];
    for (const pattern of patterns) {
      const found = this.find(pattern, (places.at(-1) ?? from - 1) + 1);
      const [next] = found;
      if (next === undefined) throw this.refused(command, `no line matches ${shown}. Read the file again`);
      if (from === 0 && places.length === 0) this.requireOne(found, shown, command);
      places.push(next);
    }
    const at = places.at(-1) ?? from;
    return { first: places[0] ?? at, last: at, at, named: patterns.length };
  }

  private requireOne(found: readonly number[], shown: string, command: string): void {
    const [only = 0] = found;
    const numbers = found.slice(0, 5).map((line) => line + 1);
    if (found.length > 1)
      throw this.refused(
        command,
        `lines ${numbers.join(", ")} match ${shown}. Put a pattern before it that only one line above has: /one/ /two/`,
      );
    if ((this.lines[only] ?? "").trim() === "")
      throw this.refused(command, `${shown} matches a blank line, which names no place. Name a line with text`);
  }

  private find(pattern: RegExp, from: number): number[] {
    return limitedSearch(pattern, () =>
      this.lines.flatMap((line, index) => (index >= from && this.matches(pattern, line) ? [index] : [])),
    );
  }

  /** A line matches as it is, or without the blanks at its end, which cannot be seen. */
  private matches(pattern: RegExp, line: string): boolean {
    if (pattern.test(line)) return true;
    const visible = line.trimEnd();
    return visible !== line && pattern.test(visible);
  }

  /** Lines between those that patterns name must be as the model has read them. */
  private requireSeen({ first, last, named }: Span, shown: string): void {
    if (last - first + 1 <= named) return;
    const block = this.lines.slice(first, last + 1).map((line) => line.trimEnd());
    if (this.seen.some((version) => includesBlock(version, block))) return;
    throw this.refused(shown, `lines ${first + 1} to ${last + 1} are not as you have read them. Read them again`);
  }

  /** A pattern names a part of a line; where carriage returns end lines, that is not all that would go. */
  private refuseInnerEnds(at: number, lines: readonly string[], shown: string): void {
    const found = lines.findIndex((line) => line.trimEnd().includes("\r"));
    if (found >= 0)
      throw this.refused(
        shown,
        `line ${at + found + 1} holds carriage returns, so it may be several lines. Change parts of it with s/old/new/`,
      );
  }

  private refused(shown: string, reason: string): ToolError {
    return new ToolError("no-match", `${this.path}: "${shown}" was not applied: ${reason}.`);
  }
}

function includesBlock(lines: readonly string[], block: readonly string[]): boolean {
  return lines.some((line, at) => line === block[0] && block.every((each, index) => lines[at + index] === each));
}
