import { appendFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { ifPossible } from "../log/storage-error.ts";
import { makeFolder } from "../make-folder.ts";
import { FILE_LIMITS, readOrdinaryFileSync } from "../ordinary-file.ts";

/**
 * Lists places outside the usual folder whose sessions refer to blobs: one path per line, of a folder of sessions or of a single file. All
 * of them are searched before a blob counts as unused.
 */
export class BlobPlaces {
  private readonly home: string;
  private readonly noted = new Set<string>();

  constructor(home: string) {
    this.home = home;
  }

  note(sessionFile: string): void {
    const place = sessionFile.endsWith(".jsonl") ? dirname(sessionFile) : sessionFile;
    if (this.noted.has(place) || place.startsWith(join(this.home, "sessions") + sep)) return;
    this.noted.add(place);
    ifPossible(() => {
      if (this.list().includes(place)) return;
      makeFolder(this.home, 0o700);
      appendFileSync(this.file, `${place}\n`, { mode: 0o600 });
    });
  }

  list(): string[] {
    const text = ifPossible(() => readOrdinaryFileSync(this.file, FILE_LIMITS.config).toString("utf8")) ?? "";
    return text.split("\n").filter((line) => line !== "");
  }

  get file(): string {
    return join(this.home, "session-places");
  }
}
