import { basename } from "node:path/posix";
import type { FormatInput, FormatResult } from "../format.ts";
import { formatSize, visible } from "../text.ts";

export interface ArchiveEntry {
  /** As the archive has it. */
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: number;
  /** The target of a link, if the listing knows it. */
  readonly target?: string;
  /** Resolves to the content, or rejects if it is larger than the limit. Of a tar only while the entry is the current one. */
  read(limit: number): Promise<Buffer>;
}

export type Archive = AsyncIterable<ArchiveEntry>;

/** Largest entry that is unpacked. A text above it could not be shown anyway. */
const MAX_ENTRY_BYTES = 32 * 1024 * 1024;
/** Entries that are listed one by one. Larger archives are listed folder by folder. */
const MAX_LISTED = 500;
const MAX_ENTRIES = 2_000_000;

/** Lists an archive or a folder in it, or unpacks one entry into memory. Nothing is written to disk, and links are not followed. */
export async function readArchive(archive: Archive, input: FormatInput): Promise<FormatResult> {
  const wanted = normalize(input.member ?? "");
  if (wanted.split("/").includes(".."))
    throw new Error(`an entry with ".." leads out of the archive, so it is not read`);
  const listing = new Listing(wanted === "" ? "" : `${wanted}/`);
  for await (const entry of archive) {
    const name = shownName(entry.name);
    const part = wanted === "" || entry.kind === "folder" ? undefined : partOf(wanted, name);
    if (part !== undefined) return await readEntry(entry, part, input);
    listing.add(name, entry);
    if (listing.seen % PROGRESS_STEP === 0) input.report(`${listing.seen} entries…`);
    if (listing.seen >= MAX_ENTRIES) break;
  }
  if (wanted !== "" && listing.count === 0) throw new Error(missing(input, listing));
  return listing.result(input);
}

const PROGRESS_STEP = 1000;

/** Returns what of the entry is wanted: a part of it, or all of it as an empty text. `undefined` if another entry is. */
function partOf(wanted: string, name: string): string | undefined {
  if (wanted === name) return "";
  if (!wanted.startsWith(name)) return undefined;
  const next = wanted[name.length];
  return next === ":" ? wanted.slice(name.length + 1) : next === "?" ? wanted.slice(name.length) : undefined;
}

async function readEntry(entry: ArchiveEntry, part: string, input: FormatInput): Promise<FormatResult> {
  const { name, member = "" } = input;
  if (entry.kind === "link") {
    const target = entry.target ?? (await entry.read(4096)).toString();
    return { text: `[${member} is a symbolic link to ${target}; read that entry of ${name} instead]\n` };
  }
  if (entry.kind === "other") throw new Error(`${member} is a device or a pipe, not a file`);
  const bytes = await entry.read(MAX_ENTRY_BYTES);
  return { content: { name: `${name}:${shownName(entry.name)}`, bytes, ...(part !== "" && { member: part }) } };
}

function missing({ name, member = "" }: FormatInput, { similar }: Listing): string {
  const base = basename(member).toLowerCase();
  const near = similar.filter((each) => basename(each).toLowerCase() === base).slice(0, 3);
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `read ${name} for the list`;
  return `there is no entry ${member}; ${hint}`;
}

/** Returns a name without control characters and without those that turn text around, so that each entry is one honest line. */
function shownName(name: string): string {
  return visible(normalize(name));
}

/** Drops `./` and slashes around a name. */
function normalize(name: string): string {
  return name
    .replaceAll("\\", "/")
    .replace(/^(?:\.?\/+)+/, "")
    .replace(/\/+$/, "");
}

class Listing {
  seen = 0;
  count = 0;
  /** Names outside of the wanted folder, for suggestions. */
  readonly similar: string[] = [];
  private readonly prefix: string;
  private readonly lines: string[] = [];
  private readonly children = new Map<string, { entries: number; bytes: number; isFolder: boolean }>();
  private bytes = 0;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  add(name: string, entry: ArchiveEntry): void {
    this.seen++;
    if (!`${name}/`.startsWith(this.prefix)) {
      if (this.similar.length < 10_000) this.similar.push(name);
      return;
    }
    this.count++;
    const inside = name.slice(this.prefix.length);
    if (inside === "") return;
    this.bytes += entry.size;
    if (this.lines.length <= MAX_LISTED) this.lines.push(describe(name, entry));
    const [child = "", ...below] = inside.split("/");
    const known = this.children.get(child);
    if (!known && this.children.size >= 100_000) return;
    const isFolder = below.length > 0 || entry.kind === "folder" || known?.isFolder === true;
    const before = known ?? { entries: 0, bytes: 0 };
    const own = below.length > 0 ? 1 : 0;
    this.children.set(child, { entries: before.entries + own, bytes: before.bytes + entry.size, isFolder });
  }

  result({ name, lastLine }: FormatInput): FormatResult {
    const folder = this.prefix === "" ? name : `${name}:${this.prefix}`;
    const head = `${folder}: ${this.count === 1 ? "1 entry" : `${this.count} entries`}, ${formatSize(this.bytes)} unpacked`;
    const lines =
      this.count <= MAX_LISTED ? this.lines : [...this.children].map(([child, each]) => this.line(child, each));
    const shown = lines.slice(0, Math.max(1, lastLine - 1));
    const example = this.count <= MAX_LISTED ? "path/in/it" : "folder/";
    return {
      text: `${[head, ...shown].join("\n")}\n`,
      ...(shown.length < lines.length && { isPartial: true }),
      notes: [`Read an entry with the path ${name}:${example}`],
    };
  }

  private line(child: string, { entries, bytes, isFolder }: { entries: number; bytes: number; isFolder: boolean }) {
    const name = `${this.prefix}${child}`;
    return isFolder ? `${name}/  ${entries} entries, ${formatSize(bytes)}` : `${name}  ${formatSize(bytes)}`;
  }
}

function describe(name: string, { kind, size, target }: ArchiveEntry): string {
  if (kind === "folder") return `${name}/`;
  if (kind === "link") return `${name} -> ${target === undefined ? "(symbolic link)" : visible(target)}`;
  return kind === "other" ? `${name}  (device)` : `${name}  ${formatSize(size)}`;
}
