import { type FileChange, unitsOf } from "./change.ts";
import { assignUnits, type ChangelogEntry, type Proposal, type ProposedCommit, unitsNamed } from "./proposal.ts";
import { fileLine, hunkLine } from "./show.ts";

const RULE = /^# -{4,} (.+)$/m;
const CHANGELOG = "CHANGELOG.md";
const HOW_TO = "# A line with # names a change. Move it to another commit to commit it there.\n\n";

const EXAMPLE = "# For example: Fixed: no crash on empty files\n";

export interface EditOptions {
  readonly files: readonly FileChange[];
  /** Whether there is a changelog that entries can be added to. */
  readonly hasChangelog: boolean;
}

/** Returns the proposal as a text to edit: the messages, what is in each commit, and the entries of the changelog. */
export function toEditable({ commits, changelog }: Proposal, { files, hasChangelog }: EditOptions): string {
  const isSplit = commits.length > 1;
  if (!isSplit && !hasChangelog) return `${commits[0]?.message ?? ""}\n`;
  const parts = commits.map((commit, index) =>
    [`# ---- ${index + 1}`, commit.message, "", ...(isSplit ? [...changeLines(commit, files), ""] : [])].join("\n"),
  );
  const entries = changelog.map(({ section, text }) => `${section}: ${text}\n`).join("") || EXAMPLE;
  return `${isSplit ? HOW_TO : ""}${parts.join("\n")}${hasChangelog ? `\n# ---- ${CHANGELOG}\n${entries}` : ""}`;
}

/** Returns a line such as `# F1 M src/x.ts (+3 -1)` for each file; if a file is divided, one for each hunk. */
function changeLines({ units }: ProposedCommit, files: readonly FileChange[]): string[] {
  return files.flatMap((file) => {
    const all = unitsOf(file);
    const own = all.filter((unit) => units.has(unit));
    if (own.length === 0) return [];
    if (own.length === all.length) return [`# ${file.id} ${fileLine(file)}`];
    return own.map((unit) => `# ${unit} ${hunkLine(file, unit)}`);
  });
}

interface Section {
  readonly name: string;
  readonly text: string;
}

/** Returns undefined if a message is missing. What the text does not name stays in its commit, or goes to the last one. */
export function fromEdited(text: string, proposal: Proposal, options: EditOptions): Proposal | undefined {
  const { files, hasChangelog } = options;
  const sections = sectionsOf(text);
  const entries = hasChangelog ? sections.find(({ name }) => name === CHANGELOG) : undefined;
  const changelog = sections.length > 0 ? entriesOf(entries?.text ?? "") : proposal.changelog;
  const parts = sections.filter(({ name }) => name !== CHANGELOG);
  const commits = parts.length === 0 ? [{ number: 1, named: [], message: text.trim() }] : parts.map(commitOf);
  if (parts.length === 0 && (proposal.commits.length > 1 || sections.length > 0)) return undefined;
  const named = new Set(commits.flatMap((commit) => unitsNamed(commit.named, files)));
  const wishes = commits.map(({ number, named: own }) => [
    ...own,
    ...[...(proposal.commits[number - 1]?.units ?? [])].filter((unit) => !named.has(unit)),
  ]);
  const units = assignUnits(wishes, files);
  const edited = commits.map(({ message }, index) => ({ message, units: units[index] ?? new Set<string>() }));
  const kept = edited.filter((commit) => commit.units.size > 0);
  return kept.some(({ message }) => message === "") ? undefined : { commits: kept, changelog };
}

function sectionsOf(text: string): Section[] {
  const [, ...parts] = text.split(RULE);
  const sections: Section[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2)
    sections.push({ name: (parts[at] ?? "").trim(), text: parts[at + 1] ?? "" });
  return sections;
}

function commitOf({ name, text }: Section) {
  const lines = text.split("\n");
  const isNaming = (line: string) => /^#\s*F\d+(?:\.\d+)?\b/.test(line);
  const named = lines.filter(isNaming).map((line) => line.replace(/^#\s*/, "").split(" ", 1)[0] ?? "");
  const message = lines
    .filter((line) => !isNaming(line))
    .join("\n")
    .trim();
  return { number: Number.parseInt(name, 10), named, message };
}

/** Reads lines such as `Fixed: no crash on empty files`. A line without a section continues the one before it. */
function entriesOf(text: string): ChangelogEntry[] {
  const entries: { section: string; text: string }[] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line.startsWith("#")) continue;
    const [, section, said] = /^(?:[-*]\s+)?([A-Z][a-z]+):\s+(.+)$/.exec(line) ?? [];
    const last = entries.at(-1);
    if (section && said) entries.push({ section, text: said });
    else if (last && line !== "") last.text += ` ${line}`;
    else if (line !== "") entries.push({ section: "Changed", text: line.replace(/^[-*]\s+/, "") });
  }
  return entries;
}
