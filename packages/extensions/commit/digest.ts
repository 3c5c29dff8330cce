import type { FileChange, Hunk } from "./change.ts";
import { isDivisible, modeText } from "./change.ts";

/** Longer lines do not help to understand why something changed. */
const LINE_CHARACTERS = 300;

/** Returns a line such as `F3 M src/x.ts +10 -2`. */
export function headline(file: FileChange): string {
  const { id, status, path, oldPath, added, removed, isBinary } = file;
  const mode = modeText(file);
  const moved = oldPath === undefined ? "" : `${oldPath} -> `;
  return `${id} ${status} ${moved}${path} ${isBinary ? "(binary)" : `+${added} -${removed}`}${mode && ` ${mode}`}`;
}

/** Returns a file's changes for the model, cut to a number of characters. */
export function digestFile(file: FileChange, characters: number): string {
  const lines = [headline(file)];
  let room = characters - (lines[0]?.length ?? 0);
  let left = 0;
  for (const hunk of file.hunks) {
    const text = digestHunk(file, hunk);
    if (text.length <= room) lines.push(text);
    else if (room > 500) lines.push(`${text.slice(0, room)}\n(cut)`);
    else left++;
    room -= text.length;
  }
  if (left > 0 || file.isCut) lines.push(`(${left > 0 ? `${left} more hunks` : "the rest is too long"})`);
  return lines.join("\n");
}

function digestHunk(file: FileChange, { id, oldStart, lines }: Hunk): string {
  const name = isDivisible(file) ? `${id} ` : "";
  const shown = lines.map((line) => (line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)}…` : line));
  return `${name}@@ line ${oldStart} @@\n${decode(shown.join("\n"))}`;
}

/** Decodes lines of a diff, which have one character per byte apart from the `…` added here. */
function decode(text: string): string {
  return Buffer.from(text.replaceAll("…", "..."), "latin1").toString("utf8");
}

/**
 * Splits the changes into at most `pieces` pieces that each fit into a request. If the whole is longer, files are cut, the longest
 * first.
 */
export function digestInPieces(files: readonly FileChange[], { characters, pieces }: DigestLimits): string[] {
  const limit = largestShare(files, characters * pieces * 0.8);
  const packed: string[] = [];
  for (const file of files) {
    const text = digestFile(file, Math.min(limit, characters - 1));
    const last = packed.at(-1);
    if (last !== undefined && last.length + text.length + 2 <= characters)
      packed[packed.length - 1] = `${last}\n\n${text}`;
    else packed.push(text);
  }
  return packed.length <= pieces ? packed : [foldersOf(files, characters)];
}

export interface DigestLimits {
  readonly characters: number;
  readonly pieces: number;
}

/** Returns the maximum number of characters per file so that all files fit together. */
function largestShare(files: readonly FileChange[], room: number): number {
  const sizes = files.map((file) => digestFile(file, Number.POSITIVE_INFINITY).length + 2).sort((a, b) => a - b);
  let left = room;
  for (const [index, size] of sizes.entries()) {
    const share = left / (sizes.length - index);
    if (size > share) return Math.max(100, Math.floor(share));
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** Summarizes the changes per folder, for more files than can be listed. */
export function foldersOf(files: readonly FileChange[], characters: number): string {
  for (let depth = 8; depth > 0; depth--) {
    const folders = new Map<string, { files: number; added: number; removed: number }>();
    for (const { path, added, removed } of files) {
      const name = `${path.split("/").slice(0, -1).slice(0, depth).join("/")}/`;
      const sum = folders.get(name) ?? { files: 0, added: 0, removed: 0 };
      folders.set(name, { files: sum.files + 1, added: sum.added + added, removed: sum.removed + removed });
    }
    const lines = [...folders].map(([name, sum]) => `${name} ${sum.files} files +${sum.added} -${sum.removed}`);
    const text = lines.join("\n");
    if (text.length <= characters || depth === 1) return text.slice(0, characters);
  }
  return "";
}
