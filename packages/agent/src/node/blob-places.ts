import { appendFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { FILE_LIMITS, readOrdinaryFileSync } from "./ordinary-file.ts";
import { ifPossible } from "./storage-error.ts";

/**
 * Where sessions lie that name blobs, apart from the usual place: one path a line, of a folder of sessions or of a single file. What is
 * listed here is looked through before a blob counts as unused.
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
