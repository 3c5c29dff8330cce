import { type FileChange, unitsOf } from "./change.ts";

export interface ProposedCommit {
  readonly message: string;
  /** The ids of files and hunks. Each belongs to exactly one commit. */
  readonly units: ReadonlySet<string>;
}

export interface ChangelogEntry {
  /** Such as `Added` or `Fixed`. */
  readonly section: string;
  readonly text: string;
}

export interface Proposal {
  readonly commits: readonly ProposedCommit[];
  readonly changelog: readonly ChangelogEntry[];
}

interface Answer {
  readonly commits?: readonly { subject?: unknown; body?: unknown; changes?: unknown }[];
  readonly changelog?: readonly { section?: unknown; text?: unknown }[];
}

/**
 * Reads the model's proposal and completes it: every change is in exactly one commit, even if the answer names it twice or not at
 * all. Returns undefined if the answer cannot be parsed.
 */
export function readProposal(answer: string, files: readonly FileChange[], isOneCommit: boolean): Proposal | undefined {
  const { commits, changelog } = parse(answer) ?? {};
  if (!Array.isArray(commits) || commits.length === 0) return undefined;
  const messages = commits.map(({ subject, body }) => messageOf(subject, body));
  if (messages.includes("")) return undefined;
  const entries = Array.isArray(changelog) ? changelog.flatMap(readEntry) : [];
  if (isOneCommit)
    return { commits: [{ message: messages[0] ?? "", units: new Set(files.flatMap(unitsOf)) }], changelog: entries };
  const wishes = commits.map(({ changes }) => (Array.isArray(changes) ? changes.map(String) : []));
  const units = assignUnits(wishes, files);
  const proposed = messages.map((message, index) => ({ message, units: units[index] ?? new Set<string>() }));
  return { commits: proposed.filter(({ units }) => units.size > 0), changelog: entries };
}

/** Returns the units of each commit: each unit is in the first commit that names it, or in the last one if none does. */
export function assignUnits(
  wishes: readonly (readonly string[])[],
  files: readonly FileChange[],
): readonly ReadonlySet<string>[] {
  const names = new Names(files);
  const taken = new Map<string, number>();
  const assign = (units: readonly string[], commit: number) => {
    for (const unit of units) if (!taken.has(unit)) taken.set(unit, commit);
  };
  const each = (isUnit: boolean) => {
    for (const [commit, wished] of wishes.entries())
      for (const name of wished) if (names.isUnit(name) === isUnit) assign(names.unitsOf(name), commit);
  };
  // Hunks first: a commit that names the whole file gets the remaining hunks.
  each(true);
  each(false);
  assign(files.flatMap(unitsOf), wishes.length - 1);
  const units = wishes.map(() => new Set<string>());
  for (const [unit, commit] of taken) units[commit]?.add(unit);
  return units;
}

/** Returns the units that names mean: ids of files and hunks, paths, and folders with a slash at the end. */
export function unitsNamed(wished: readonly string[], files: readonly FileChange[]): readonly string[] {
  const names = new Names(files);
  return wished.flatMap((name) => names.unitsOf(name));
}

/** Takes an answer that is not JSON as the message of a single commit. Returns undefined if it cannot be a message. */
export function oneCommit(text: string, files: readonly FileChange[]): Proposal | undefined {
  const message = messageOf(text.replace(/^```\w*\n|\n```$/g, ""), "");
  if (message === "" || /^[[{]/.test(message)) return undefined;
  return { commits: [{ message, units: new Set(files.flatMap(unitsOf)) }], changelog: [] };
}

/** Joins all changes into one commit with the messages of all. */
export function joined({ commits, changelog }: Proposal): Proposal {
  const [first, ...rest] = commits;
  const others = rest.map(({ message }) => `- ${message.split("\n", 1)[0]}`).join("\n");
  const message = [first?.message ?? "", others].filter(Boolean).join("\n\n");
  return { commits: [{ message, units: new Set(commits.flatMap(({ units }) => [...units])) }], changelog };
}

/** Finds units by the names that an answer may use: ids, paths, and folders with a trailing slash. */
class Names {
  private readonly files: readonly FileChange[];
  private readonly byName = new Map<string, FileChange>();
  private readonly units = new Set<string>();

  constructor(files: readonly FileChange[]) {
    this.files = files;
    for (const file of files) {
      for (const name of [file.id, file.path]) this.byName.set(name, file);
      for (const unit of unitsOf(file)) this.units.add(unit);
    }
  }

  isUnit(name: string): boolean {
    return this.units.has(name);
  }

  unitsOf(name: string): readonly string[] {
    if (this.units.has(name)) return [name];
    const file = this.byName.get(name);
    if (file) return unitsOf(file);
    return name.endsWith("/") ? this.files.filter(({ path }) => path.startsWith(name)).flatMap(unitsOf) : [];
  }
}

function parse(answer: string): Answer | undefined {
  const start = answer.indexOf("{");
  const end = answer.lastIndexOf("}");
  if (start < 0 || end < start) return undefined;
  try {
    return JSON.parse(answer.slice(start, end + 1)) as Answer;
  } catch {
    return undefined;
  }
}

/** Builds a commit message (subject, blank line, body) without control characters. */
function messageOf(subject: unknown, body: unknown): string {
  const clean = (text: unknown) =>
    typeof text === "string" ? text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, "").trim() : "";
  const [first = "", ...more] = clean(subject).split("\n");
  const rest = [more.join("\n").trim(), clean(body)].filter(Boolean).join("\n\n");
  return rest === "" ? first.trim() : `${first.trim()}\n\n${rest}`;
}

function readEntry({ section, text }: { section?: unknown; text?: unknown }): ChangelogEntry[] {
  const line = messageOf(text, "").replaceAll("\n", " ");
  return typeof section === "string" && /^[A-Z][a-z]+$/.test(section) && line !== "" ? [{ section, text: line }] : [];
}
