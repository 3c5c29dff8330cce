import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uniqueName } from "../files/unique-name.ts";

/** The place for the whole output of a command. */
export interface SpillPlace {
  readonly path: string;
  /** Id among the session's artifacts: `artifact://<id>`. */
  readonly artifactId?: string;
}

/**
 * Holds a whole output: in memory until it is opened, on disk afterwards. Writes are synchronous, so a program that is
 * faster than the disk has to wait and memory stays bounded. If the disk cannot be written, the file is lost but the
 * command continues: `place` is then undefined.
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
      // The file of an artifact exists already, because creating it reserves its number.
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

  /** Removes the file if it turns out not to be needed. */
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
