import { realpathSync } from "node:fs";
import { readOrdinaryFileSync } from "../../../../files/ordinary-file.ts";
import { decodeText } from "../../../../files/text-encoding.ts";
import type { DecoratedLine, LineDecorator } from "../../../tool-ports.ts";
import { splitLines, type TextLine } from "../text-lines.ts";
import { showAnchor } from "./anchor.ts";

const MOST_FILES = 30;
/** A model that edits one file again and again still uses the anchors of its first reading. */
const MOST_VERSIONS = 8;
/** The anchors of larger files are checked against the file as it is. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The texts of files as the model has seen them in this session, so that an anchor can be followed through what changed since. */
export class SeenVersions {
  /** The file used last is at the end. */
  private readonly files = new Map<string, readonly string[]>();

  /** The newest first. */
  of(path: string): readonly string[] {
    return this.files.get(realPath(path)) ?? [];
  }

  add(path: string, text: string): void {
    const file = realPath(path);
    const others = this.of(file).filter((other) => other !== text);
    this.files.delete(file);
    this.files.set(file, [text, ...others].slice(0, MOST_VERSIONS));
    if (this.files.size <= MOST_FILES) return;
    for (const oldest of this.files.keys()) {
      this.files.delete(oldest);
      return;
    }
  }

  /** Shows anchors before the lines of files, and remembers what the files hold. A line that is not what its file holds gets none. */
  decorator(): LineDecorator {
    return {
      name: "hashline",
      decorate: (lines) => {
        const files = new Map([...groupByFile(lines)].map(([file, shown]) => [file, this.see(file, shown)]));
        return lines.map(({ file, number, text }) => {
          if (file === undefined) return text;
          const whole = files.get(file)?.[number - 1]?.text ?? (CUT.test(text) ? undefined : text);
          return whole === undefined ? text : `${showAnchor(number, whole)}|${text}`;
        });
      },
    };
  }

  /** The lines of the file, if those that are shown are among them. */
  private see(file: string, shown: readonly DecoratedLine[]): readonly TextLine[] | undefined {
    const text = readText(file);
    if (text === undefined) return undefined;
    const lines = splitLines(text);
    // The lines may come from another machine, or the file has just changed: then this is not what the model sees.
    const isSame = shown.every((line) => lines[line.number - 1]?.text.startsWith(line.text.replace(CUT, "")) === true);
    if (!isSame) return undefined;
    this.add(file, text);
    return lines;
  }
}

/** Where `grep` has cut a long line, and the carriage return that `read` shows. */
const CUT = /(?:\.\.\. \[truncated\]|\r)$/;

function groupByFile(lines: readonly DecoratedLine[]): Map<string, DecoratedLine[]> {
  const groups = new Map<string, DecoratedLine[]>();
  for (const line of lines) {
    if (line.file === undefined) continue;
    const group = groups.get(line.file) ?? [];
    group.push(line);
    groups.set(line.file, group);
  }
  return groups;
}

/** A file may be read under one name and edited under another. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function readText(file: string): string | undefined {
  try {
    return decodeText(readOrdinaryFileSync(file, MAX_BYTES)).text;
  } catch {
    // Anchors are then checked against the file as it is at the edit.
    return undefined;
  }
}
