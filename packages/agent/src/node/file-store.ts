import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { SessionDiagnostic } from "../session/diagnostic.ts";
import type { SessionEntry, SessionHeader } from "../session/entry.ts";
import type { NewLog, SessionLog, SessionStore } from "../session/log.ts";
import { createHeader } from "../session/session-header.ts";
import type { SyncPolicy } from "./append-file.ts";
import { BlobPlaces } from "./blob-places.ts";
import { BlobStore } from "./blob-store.ts";
import { DamagedLines } from "./damaged-lines.ts";
import { isAnswer } from "./entry-kinds.ts";
import { FileLog } from "./file-log.ts";
import { ImageBlobs } from "./image-blobs.ts";
import { LogContents } from "./log-contents.ts";
import { makeFolder } from "./make-folder.ts";
import { replaceFile } from "./migrate-file.ts";
import { openFile } from "./open-file.ts";
import { IndexCache } from "./session-index.ts";
import {
  damagedDirectory,
  defaultHome,
  draftDirectory,
  draftPath,
  encodeCwd,
  indexDirectory,
  sessionFileName,
  sessionIdOfFile,
} from "./session-paths.ts";
import { SessionPlace } from "./session-place.ts";
import { storageError } from "./storage-error.ts";

export interface FileStoreOptions {
  /** Tau's home, for what sessions share: images, index, breadcrumbs. */
  home?: string;
  /** Default `system`. */
  sync?: SyncPolicy;
  /** `inline` keeps images in the log. Default `blobs`. */
  images?: "blobs" | "inline";
  /** Takes the right to write from a process that cannot be seen from here: one of another machine or container. */
  takeOver?: boolean;
  /** Tells which terminal this is. Default: that of the process. */
  env?: NodeJS.ProcessEnv;
}

/** Sessions in a folder, one file each. */
export class FileSessionStore implements SessionStore {
  readonly directory: string;
  readonly home: string;
  private readonly cwd: string;
  private readonly sync: SyncPolicy;
  private readonly takeOver: boolean;
  private readonly images: ImageBlobs;
  private readonly index: IndexCache;
  private readonly damagedLines: DamagedLines;

  constructor(directory: string, cwd: string, options: FileStoreOptions = {}) {
    this.directory = resolve(directory);
    this.cwd = cwd;
    this.home = options.home ?? defaultHome();
    this.sync = options.sync ?? "system";
    this.takeOver = options.takeOver ?? false;
    this.index = new IndexCache(indexDirectory(this.home));
    this.damagedLines = new DamagedLines(damagedDirectory(this.home));
    this.images = new ImageBlobs(new BlobStore(join(this.home, "blobs"), this.sync), {
      inline: options.images === "inline",
      places: new BlobPlaces(this.home),
    });
  }

  /** Writes nothing yet, unless the session starts with an answer in it. */
  create({ header, entries = [] }: NewLog): SessionLog {
    const path = join(this.directory, sessionFileName(header));
    if (entries.some(isAnswer)) return this.createWhole(path, header, entries);
    const log = this.waitingLog(header, this.placeAt(path, draftPath(this.directory, header.id)));
    for (const entry of entries) log.append(entry);
    return log;
  }

  /** Whether there is a session at `path`, or a draft of one. */
  has(path: string): boolean {
    return this.fileOf(path) !== undefined;
  }

  /** The file of the session that belongs at `path`: there, or still a draft. */
  fileOf(path: string): string | undefined {
    return existsSync(path) ? path : this.draftOf(path);
  }

  /** A path without a file is a session to be: it gets its file there with the first message. */
  open(file: string): SessionLog {
    const path = resolve(file);
    if (existsSync(path)) return this.openExisting(path);
    const draft = this.draftOf(path);
    if (draft !== undefined) return this.openExisting(draft, path);
    return this.waitingLog(createHeader(this.cwd, {}), this.placeAt(path, path));
  }

  private placeAt(path: string, current: string): SessionPlace {
    return new SessionPlace(path, current, this.sync, { takeOver: this.takeOver });
  }

  private draftOf(path: string): string | undefined {
    const id = sessionIdOfFile(path);
    const draft = id === undefined ? undefined : draftPath(dirname(path), id);
    return draft !== undefined && existsSync(draft) ? draft : undefined;
  }

  private openExisting(path: string, belongsAt?: string): SessionLog {
    return openFile({
      path,
      placeOf: (header) => this.placeAt(belongsAt ?? this.pathOf(path, header), path),
      fallbackHeader: () => createHeader(this.cwd, {}),
      sync: this.sync,
      images: this.images,
      index: this.index,
      damagedLines: this.damagedLines,
    });
  }

  /** A draft belongs to the folder it was made for, as far as the folder of drafts tells. */
  private pathOf(path: string, header: SessionHeader | undefined): string {
    if (basename(dirname(path)) !== "drafts" || !header) return path;
    const name = sessionFileName(header);
    // A header may say anything, also where else on the disk its file should go.
    if (basename(name) !== name) return path;
    if (draftDirectory(this.directory) === dirname(path)) return join(this.directory, name);
    const parent = dirname(dirname(path));
    return join(parent === join(this.home, "sessions") ? join(parent, encodeCwd(header.cwd)) : parent, name);
  }

  private createWhole(path: string, header: SessionHeader, entries: readonly SessionEntry[]): SessionLog {
    try {
      makeFolder(dirname(path), 0o700);
    } catch (error) {
      throw storageError(error, `make the folder ${dirname(path)}`);
    }
    replaceFile(path, [header, ...entries.map((entry) => this.images.store(entry, path))]);
    return this.openExisting(path);
  }

  private waitingLog(header: SessionHeader, place: SessionPlace): FileLog {
    const diagnostics: SessionDiagnostic[] = [];
    const { images, index, damagedLines } = this;
    return new FileLog({ header, place, contents: new LogContents(), images, index, damagedLines, diagnostics });
  }
}
