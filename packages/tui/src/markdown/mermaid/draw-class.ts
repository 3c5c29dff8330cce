import { visibleWidth } from "../../text/index.ts";

const RELATION =
  /^(\w+)\s+(?:"[^"]*"\s+)?(<\|--|<\|\.\.|\*--|o--|<--|<\.\.|--\|>|\.\.\|>|--\*|--o|-->|\.\.>|--|\.\.)\s+(?:"[^"]*"\s+)?(\w+)\s*(?::\s*(.*))?$/;
const OPENING = /^class\s+(\w+)(?:~\w+~)?\s*(\{)?$/;
const MEMBER = /^(\w+)\s*:\s*(.+)$/;
const IGNORED = /^(?:direction\b|note\b|classDef\b|cssClass\b|style\b|<<.*>>)/;

/** Draws the boxes of a class diagram and its relations line by line. Returns undefined for any other source. */
export function drawClass(lines: readonly string[]): string[] | undefined {
  if (lines[0] !== "classDiagram") return undefined;
  const reader = new ClassReader();
  const isRead = lines.slice(1).every((line) => reader.readLine(line) || IGNORED.test(line));
  return isRead
    ? [...[...reader.members].flatMap(([name, list]) => drawBox(name, list)), ...reader.relations]
    : undefined;
}

class ClassReader {
  readonly members = new Map<string, string[]>();
  readonly relations: string[] = [];
  /** The members of the class whose brace is open. */
  private open: string[] | undefined;

  readLine(line: string): boolean {
    if (this.open) {
      if (line === "}") this.open = undefined;
      else this.open.push(line);
      return true;
    }
    return this.readClass(line) || this.readRelation(line) || this.readMember(line);
  }

  private readClass(line: string): boolean {
    const [, name, bracket] = OPENING.exec(line) ?? [];
    if (name === undefined) return false;
    const members = this.membersOf(name);
    if (bracket !== undefined) this.open = members;
    return true;
  }

  private readRelation(line: string): boolean {
    const [, from, arrow, to, label] = RELATION.exec(line) ?? [];
    if (from === undefined || to === undefined) return false;
    this.membersOf(from);
    this.membersOf(to);
    this.relations.push(`${from} ${arrow} ${to}${label ? `: ${label}` : ""}`);
    return true;
  }

  private readMember(line: string): boolean {
    const [, name, member] = MEMBER.exec(line) ?? [];
    if (name === undefined || member === undefined) return false;
    this.membersOf(name).push(member);
    return true;
  }

  private membersOf(name: string): string[] {
    const members = this.members.get(name) ?? [];
    this.members.set(name, members);
    return members;
  }
}

function drawBox(name: string, members: readonly string[]): string[] {
  const width = Math.max(...[name, ...members].map(visibleWidth)) + 2;
  const row = (text: string) => `│ ${text}${" ".repeat(width - visibleWidth(text) - 1)}│`;
  const rule = "─".repeat(width);
  const body = members.length > 0 ? [`├${rule}┤`, ...members.map(row)] : [];
  return [`┌${rule}┐`, row(name), ...body, `└${rule}┘`];
}
