import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uniqueName } from "../files/unique-name.ts";

/** Where the whole of an output goes. */
export interface SpillPlace {
  readonly path: string;
  /** Its name among the session's artifacts: `artifact://<id>`. */
  readonly artifactId?: string;
}

/**
 * The whole of an output, on disk from the moment it is opened; until then what came is held in memory. Writes are synchronous: a
 * program that is faster than the disk has to wait, and memory stays bounded. A disk that cannot be written costs the file, not the
 * command: `place` is then undefined.
 */
export class SpillFile {
  private held: Uint8Array[] = [];
  private file: { readonly fd: number; readonly place: SpillPlace } | undefined;
  private failed = false;
  private readonly choosePlace: () => SpillPlace;

  constructor(choosePlace: () => SpillPlace = temporaryPlace) {
    this.choosePlace = choosePlace;
  }

  get place(): SpillPlace | undefined {
    return this.failed ? undefined : this.file?.place;
  }

  append(bytes: Uint8Array): void {
    if (this.file) this.write(bytes);
    else if (!this.failed) this.held.push(bytes);
  }

  open(): void {
    if (this.file || this.failed) return;
    try {
      const place = this.choosePlace();
      // An artifact's file is there already: making it is how its number is taken.
      const flag = place.artifactId === undefined ? "wx" : "r+";
      this.file = { place, fd: openSync(place.path, flag, 0o600) };
    } catch {
      this.failed = true;
    }
    for (const bytes of this.held) this.write(bytes);
    this.held = [];
  }

  close(): void {
    this.held = [];
    if (this.file && !this.failed) closeSync(this.file.fd);
  }

  /** Nobody needs it after all. */
  discard(): void {
    this.close();
    const path = this.file?.place.path;
    if (path !== undefined) rmSync(path, { force: true });
  }

  private write(bytes: Uint8Array): void {
    if (!this.file || this.failed) return;
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.file.fd, bytes, done);
    } catch {
      this.failed = true;
      closeSync(this.file.fd);
    }
  }
}

function temporaryPlace(): SpillPlace {
  return { path: join(tmpdir(), `tau-bash-${uniqueName()}.log`) };
}
