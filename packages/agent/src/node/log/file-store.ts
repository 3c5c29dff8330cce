import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { SessionDiagnostic } from "../../session/diagnostic.ts";
import type { SessionEntry, SessionHeader } from "../../session/entries/entry.ts";
import { createHeader } from "../../session/entries/session-header.ts";
import type { LogStorage, NewLog, SessionStore } from "../../session/log-storage.ts";
import { type SessionPorts, systemPorts } from "../../session/session-ports.ts";
import { artifactDirectory, copyArtifacts } from "../blobs/artifacts.ts";
import { BlobPlaces } from "../blobs/blob-places.ts";
import { BlobStore } from "../blobs/blob-store.ts";
import { ImageBlobs } from "../blobs/image-blobs.ts";
import { showsImages } from "../blobs/shows-images.ts";
import { isAnswer } from "../index/entry-kinds.ts";
import { type SessionCaches, sessionCaches } from "../index/session-caches.ts";
import { makeFolder } from "../make-folder.ts";
import {
  defaultHome,
  draftDirectory,
  draftPath,
  encodeCwd,
  getDefaultSessionDir,
  sessionFileName,
  sessionIdOfFile,
} from "../sessions/session-paths.ts";
import { SessionPlace } from "../sessions/session-place.ts";
import type { SyncPolicy } from "./append-file.ts";
import { FileStorage } from "./file-storage.ts";
import { LogContents } from "./log-contents.ts";
import { replaceFile } from "./migrate-file.ts";
import { openFile } from "./open-file.ts";
import { storageError } from "./storage-error.ts";

export interface FileStoreOptions {
  /** Tau's home, with the files that sessions share: images, index, breadcrumbs. */
  home?: string;
  /** Default `system`. */
  sync?: SyncPolicy;
  /** `inline` keeps images in the log. Default `blobs`. */
  images?: "blobs" | "inline";
  /** Takes the lock from a process on another machine or in another container, whose state is unknown here. */
  takeOver?: boolean;
  /** Default: the clock and the random numbers of the system. */
  ports?: SessionPorts;
  /** Environment variables that identify the terminal. Default: those of the process. */
  env?: NodeJS.ProcessEnv;
}

/** Stores sessions in a folder, one file each. */
export class FileSessionStore implements SessionStore {
  readonly directory: string;
  readonly home: string;
  readonly ports: SessionPorts;
  private readonly cwd: string;
  private readonly sync: SyncPolicy;
  private readonly takeOver: boolean;
  private readonly inlineImages: boolean;
  private blobs: ImageBlobs | undefined;
  private readonly caches: SessionCaches;

  constructor(directory: string, cwd: string, options: FileStoreOptions = {}) {
    this.directory = resolve(directory);
    this.cwd = cwd;
    this.home = options.home ?? defaultHome();
    this.ports = options.ports ?? systemPorts;
    this.sync = options.sync ?? "system";
    this.takeOver = options.takeOver ?? false;
    this.caches = sessionCaches(this.home);
    this.inlineImages = options.images === "inline";
  }

  /** Creates the store of images when it is first needed. */
  private readonly images = (): ImageBlobs => {
    this.blobs ??= new ImageBlobs(new BlobStore(join(this.home, "blobs"), this.sync), {
      inline: this.inlineImages,
      places: new BlobPlaces(this.home),
    });
    return this.blobs;
  };

  get isDefaultDirectory(): boolean {
    return this.directory === resolve(getDefaultSessionDir(this.cwd, this.home));
  }

  /** Writes nothing until the first message, unless the session starts with an answer. */
  create({ header, entries = [], copyOf, diagnostics = [] }: NewLog): LogStorage {
    const path = join(this.directory, sessionFileName(header));
    const problems = [...diagnostics];
    const storage = entries.some(isAnswer)
      ? this.createWhole(path, header, entries, problems)
      : this.createDraft(path, header, entries, problems);
    if (copyOf !== undefined) copyOutputs(copyOf, path, problems);
    return storage;
  }

  /** Returns whether there is a session at `path`, or a draft of one. */
  has(path: string): boolean {
    return this.fileOf(path) !== undefined;
  }

  /** Returns the file of the session that belongs at `path`: that path itself, or its draft. */
  fileOf(path: string): string | undefined {
    return existsSync(path) ? path : this.draftOf(path);
  }

  /** Opens a session. A path without a file is a new session, whose file is created there with the first message. */
  open(file: string): LogStorage {
    const path = resolve(file);
    if (existsSync(path)) return this.openExisting(path);
    const draft = this.draftOf(path);
    if (draft !== undefined) return this.openExisting(draft, path);
    return this.createAt(path, createHeader(this.cwd, { ports: this.ports }));
  }

  /** Creates a new session at the given path, without a draft before its first answer. */
  createAt(path: string, header: SessionHeader): LogStorage {
    return this.waitingStorage(header, this.placeAt(path, path));
  }

  private placeAt(path: string, current: string): SessionPlace {
    return new SessionPlace(path, current, this.sync, { takeOver: this.takeOver });
  }

  private draftOf(path: string): string | undefined {
    const id = sessionIdOfFile(path);
    const draft = id === undefined ? undefined : draftPath(dirname(path), id);
    return draft !== undefined && existsSync(draft) ? draft : undefined;
  }

  private openExisting(path: string, belongsAt?: string, diagnostics: SessionDiagnostic[] = []): LogStorage {
    return openFile({
      path,
      diagnostics,
      placeOf: (header) => this.placeAt(belongsAt ?? this.pathOf(path, header), path),
      fallbackHeader: () => createHeader(this.cwd, { ports: this.ports }),
      sync: this.sync,
      images: this.images,
      caches: this.caches,
    });
  }

  /** Returns the final path of a draft: in the folder it was created for, as far as the folder of drafts tells. */
  private pathOf(path: string, header: SessionHeader | undefined): string {
    if (basename(dirname(path)) !== "drafts" || !header) return path;
    const name = sessionFileName(header);
    // A header is untrusted: its name must not lead to another place on the disk.
    if (basename(name) !== name) return path;
    if (draftDirectory(this.directory) === dirname(path)) return join(this.directory, name);
    const parent = dirname(dirname(path));
    return join(parent === join(this.home, "sessions") ? join(parent, encodeCwd(header.cwd)) : parent, name);
  }

  private createWhole(
    path: string,
    header: SessionHeader,
    entries: readonly SessionEntry[],
    diagnostics: SessionDiagnostic[],
  ): LogStorage {
    try {
      makeFolder(dirname(path), 0o700);
    } catch (error) {
      throw storageError(error, `make the folder ${dirname(path)}`);
    }
    replaceFile(path, [
      header,
      ...entries.map((entry) => (showsImages(entry) ? this.images().store(entry, path) : entry)),
    ]);
    return this.openExisting(path, undefined, diagnostics);
  }

  private createDraft(
    path: string,
    header: SessionHeader,
    entries: readonly SessionEntry[],
    diagnostics: SessionDiagnostic[],
  ): LogStorage {
    const place = this.placeAt(path, draftPath(this.directory, header.id));
    const storage = this.waitingStorage(header, place, diagnostics);
    for (const entry of entries) storage.append(entry);
    return storage;
  }

  private waitingStorage(
    header: SessionHeader,
    place: SessionPlace,
    diagnostics: SessionDiagnostic[] = [],
  ): FileStorage {
    const { images, caches } = this;
    return new FileStorage({ header, place, contents: new LogContents(), images, caches, diagnostics });
  }
}

/** Copies the outputs beside another session. They are optional, so a failure is only reported. */
function copyOutputs(fromSession: string, toSession: string, diagnostics: SessionDiagnostic[]): void {
  const source = artifactDirectory(fromSession);
  try {
    const left = copyArtifacts(source, artifactDirectory(toSession));
    if (left !== undefined) diagnostics.push({ code: "permission", message: left });
  } catch (error) {
    const { message } = storageError(error, `copy the outputs in ${source}`);
    diagnostics.push({ code: "permission", message });
  }
}
