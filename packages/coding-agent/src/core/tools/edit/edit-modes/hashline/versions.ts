import { realpathSync } from "node:fs";
import { readOrdinaryFileSync } from "../../../../files/ordinary-file.ts";
import { decodeText } from "../../../../files/text-encoding.ts";
import type { DecoratedLine, LineDecorator } from "../../../tool-ports.ts";
import { splitLines, type TextLine } from "../text-lines.ts";
import { showAnchor } from "./anchor.ts";

const MOST_FILES = 30;
/** Versions per file. A model that edits one file again and again may still use the anchors of its first read. */
const MOST_VERSIONS = 8;
/** Anchors of larger files are checked only against the current file. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Where the texts of files come from. */
export interface VersionSource {
  /** Returns the present text of a file, if it is known. */
  textOf(path: string): string | undefined;
  /** Returns one path for all names of a file. */
  identify(path: string): string;
}

/**
 * Remembers the versions of files that the model has seen in this session, so that an anchor can be followed through
 * later changes.
 */
export class SeenVersions {
  /** The most recently used file is last. */
  private readonly files = new Map<string, readonly string[]>();
  private readonly source: VersionSource;

  constructor(source: VersionSource = { textOf: readText, identify: realPath }) {
    this.source = source;
  }

  /** Returns the versions of a file, the newest first. */
  of(path: string): readonly string[] {
    return this.files.get(this.source.identify(path)) ?? [];
  }

  add(path: string, text: string): void {
    const file = this.source.identify(path);
    const others = this.of(file).filter((other) => other !== text);
    this.files.delete(file);
    this.files.set(file, [text, ...others].slice(0, MOST_VERSIONS));
    if (this.files.size <= MOST_FILES) return;
    for (const oldest of this.files.keys()) {
      this.files.delete(oldest);
      return;
    }
  }

  /**
   * Returns a decorator that adds anchors to lines and remembers the files' texts. A line that differs from its file
   * gets no anchor.
   */
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

  /** Returns the lines of the file, if they include those that are shown. */
  private see(file: string, shown: readonly DecoratedLine[]): readonly TextLine[] | undefined {
    const text = this.source.textOf(file);
    if (text === undefined) return undefined;
    const lines = splitLines(text);
    // The shown lines may come from another machine, or the file may have just changed. Then this is not what the model sees.
    const isSame = shown.every((line) => lines[line.number - 1]?.text.startsWith(line.text.replace(CUT, "")) === true);
    if (!isSame) return undefined;
    this.add(file, text);
    return lines;
  }
}

/** The mark where `grep` cut a long line, or the carriage return that `read` shows. */
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

/** Resolves links, because a file may be read under one name and edited under another. */
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
    // Without a known version, anchors are checked against the current file when it is edited.
    return undefined;
  }
}
