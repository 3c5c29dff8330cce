import { statSync } from "node:fs";
import type { SessionDiagnostic } from "../../session/diagnostic.ts";
import { encodeLine, isSessionHeader } from "../../session/entries/codec.ts";
import { CURRENT_SESSION_VERSION, type FileEntry, type SessionHeader } from "../../session/entries/entry.ts";
import { sessionVersion } from "../../session/entries/migrations.ts";
import { validateHeader } from "../../session/entries/validate-entry.ts";
import type { LogStorage } from "../../session/log-storage.ts";
import { MemoryStorage } from "../../session/memory-store.ts";
import { SessionError } from "../../session/session-error.ts";
import { addAll } from "../add-all.ts";
import type { ImageBlobs } from "../blobs/image-blobs.ts";
import { errorCode } from "../error-code.ts";
import type { SessionCaches } from "../index/session-caches.ts";
import type { IndexCache } from "../index/session-index.ts";
import type { ScanMode } from "../lines/entry-structure.ts";
import { describeTreeProblems } from "../lines/tree-problems.ts";
import type { SessionPlace } from "../sessions/session-place.ts";
import { AppendFile, type SyncPolicy } from "./append-file.ts";
import { FileStorage } from "./file-storage.ts";
import { LogContents, type ScanFindings, SMALL_FILE } from "./log-contents.ts";
import { type MigratedSession, readMigrated, replaceFile } from "./migrate-file.ts";
import { type FirstLine, readFirstLine } from "./read-header.ts";
import { ifPossible, storageError } from "./storage-error.ts";

export interface OpenFileRequest {
  readonly path: string;
  /** The header is `undefined` if the file has none. */
  readonly placeOf: (header: SessionHeader | undefined) => SessionPlace;
  readonly fallbackHeader: () => SessionHeader;
  readonly sync: SyncPolicy;
  readonly images: () => ImageBlobs;
  readonly caches: SessionCaches;
  /** Problems found while opening are added here. */
  readonly diagnostics: SessionDiagnostic[];
}

/** Opens a session file in any state. Reports unreadable lines; opens a file that must not be changed as read-only. */
export function openFile(request: OpenFileRequest): LogStorage {
  refuseOthers(request.path);
  const file = AppendFile.open(request.path, request.sync);
  try {
    return openWith(file, request);
  } catch (error) {
    file.close();
    throw errorCode(error) === undefined ? error : storageError(error, `read ${request.path}`);
  }
}

/** Refuses pipes, whose opening would block, devices, which have no end, and folders. */
function refuseOthers(path: string): void {
  const stats = ifPossible(() => statSync(path));
  if (!stats || stats.isFile()) return;
  const kind = stats.isDirectory() ? "a folder" : "a pipe or a device";
  throw new SessionError("not-a-session", `${path} is ${kind}, and no session.`);
}

function openWith(file: AppendFile, request: OpenFileRequest): LogStorage {
  const first = readFirstLine(file.descriptor);
  const header = validateHeader(first.value);
  const place = request.placeOf(header);
  const { diagnostics } = request;
  const refusal = claim(file, place, diagnostics);
  try {
    const migrated = isOldFormat(first.value) ? readMigrated(file.descriptor, file.size()) : undefined;
    if (migrated) return openOld(file, request, place, { migrated, refusal });
    return openCurrent(file, { ...request, first, header, place, diagnostics, refusal });
  } catch (error) {
    place.release();
    throw error;
  }
}

interface CurrentFile extends OpenFileRequest {
  readonly first: FirstLine;
  readonly header: SessionHeader | undefined;
  readonly place: SessionPlace;
  readonly diagnostics: SessionDiagnostic[];
  readonly refusal: SessionError | undefined;
}

function openCurrent(file: AppendFile, opening: CurrentFile): LogStorage {
  const { path, place, images, diagnostics, caches } = opening;
  if (file.size() === 0) return startEmpty(file, opening);
  const from = opening.header ? opening.first.end : 0;
  const { contents, findings, indexed, size } = loadContents(file, place.path, from, caches.index);
  const header = opening.header ?? opening.fallbackHeader();
  const readOnly = opening.refusal ?? refusalOf(opening, contents);
  if (readOnly && !opening.refusal) diagnostics.push({ code: diagnosticCode(readOnly), message: readOnly.message });
  // While another process writes, its last line may be incomplete.
  const damaged = readOnly?.code === "locked" ? findings.damaged.filter((line) => !line.torn) : findings.damaged;
  const report = caches.damagedLines.setAside(file, place.path, damaged, readOnly ? "read" : "write");
  addAll(diagnostics, report.diagnostics);
  addAll(diagnostics, describeTreeProblems(findings, path));
  const refused = readOnly ? { readOnly } : {};
  const log = new FileStorage({
    header,
    place,
    contents,
    images,
    diagnostics,
    file,
    size,
    caches,
    indexed,
    findings,
    ...refused,
  });
  log.settle();
  return log;
}

/** Starts a session in an empty file, which was created for a session that never began. */
function startEmpty(file: AppendFile, opening: CurrentFile): LogStorage {
  const { place, images, diagnostics, refusal, caches } = opening;
  const header = opening.fallbackHeader();
  if (refusal) return new MemoryStorage({ header }, { path: place.path, diagnostics, readOnly: refusal });
  const size = file.append(encodeLine(header), 0);
  const contents = new LogContents();
  return new FileStorage({ header, place, contents, images, diagnostics, file, size, caches });
}

/** Opens a file of an older format. Rewrites it if permitted; a read-only session gets the migrated entries from memory. */
function openOld(
  file: AppendFile,
  request: OpenFileRequest,
  place: SessionPlace,
  { migrated, refusal }: { migrated: MigratedSession; refusal: SessionError | undefined },
): LogStorage {
  const note: SessionDiagnostic = {
    code: "migrated",
    message: `${request.path} was written by an older version and has been brought to version ${CURRENT_SESSION_VERSION}.`,
  };
  const report = request.caches.damagedLines.setAside(file, place.path, migrated.damaged, refusal ? "read" : "write");
  const readOnly = refusal ?? report.failure;
  if (readOnly) {
    // Rewriting the file would lose lines that could not be copied.
    place.release();
    const reason: SessionDiagnostic = { code: diagnosticCode(readOnly), message: readOnly.message };
    return new MemoryStorage(migrated, { path: place.path, diagnostics: [reason, ...report.diagnostics], readOnly });
  }
  replaceFile(request.path, [migrated.header, ...migrated.entries]);
  file.close();
  const renewed = AppendFile.open(request.path, request.sync);
  const first = readFirstLine(renewed.descriptor);
  return openCurrent(renewed, {
    ...request,
    first,
    header: migrated.header,
    place,
    diagnostics: [note, ...report.diagnostics],
    refusal: undefined,
  });
}

function claim(file: AppendFile, place: SessionPlace, diagnostics: SessionDiagnostic[]): SessionError | undefined {
  try {
    if (!file.writable)
      throw new SessionError("permission", `${file.path} is read-only. Fork the session to continue.`);
    place.claim();
    return undefined;
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    diagnostics.push({ code: diagnosticCode(error), message: error.message });
    return error;
  }
}

function refusalOf({ header, path }: CurrentFile, contents: LogContents): SessionError | undefined {
  if (!header && contents.table.count === 0) {
    throw new SessionError("not-a-session", `${path} holds no session: neither a header nor any entry can be read.`);
  }
  if (!header) {
    return new SessionError(
      "not-a-session",
      `${path} has no readable header. Fork the session to continue with what is left.`,
    );
  }
  const version = sessionVersion(header);
  if (version <= CURRENT_SESSION_VERSION) return undefined;
  return new SessionError(
    "future-version",
    `${path} has format version ${version}; this program writes ${CURRENT_SESSION_VERSION}. Update it, or fork the session.`,
  );
}

function isOldFormat(first: FileEntry | undefined): boolean {
  if ((first?.type as string | undefined) === "metadata") return typeof first?.id === "string";
  return isSessionHeader(first) && sessionVersion(first) < CURRENT_SESSION_VERSION;
}

function diagnosticCode({ code }: SessionError): SessionDiagnostic["code"] {
  if (code === "locked" || code === "future-version") return code;
  return code === "not-a-session" ? "no-header" : "permission";
}

interface LoadedContents {
  readonly contents: LogContents;
  readonly findings: ScanFindings;
  /** How many bytes of the file have been read; another process may still be writing. */
  readonly size: number;
  /** How many bytes of the file an index covered. */
  readonly indexed: number;
}

/** Loads the structure of a session: from its index and the lines written since, or by reading the file once. */
function loadContents(file: AppendFile, path: string, from: number, index: IndexCache): LoadedContents {
  const size = file.size();
  const known = size > SMALL_FILE ? index.load(path, file.descriptor) : undefined;
  const start = known?.size ?? from;
  const mode = size - start > SMALL_FILE ? "scan" : "parse";
  const scan = (contents: LogContents, how: ScanMode) => {
    contents.endsInNewline = start === 0 || file.read(start - 1, 1)[0] === 10;
    return { contents, findings: contents.scan(file.descriptor, start, size, how), size, indexed: known?.size ?? 0 };
  };
  const loaded = scan(new LogContents(known?.table), mode);
  // A missing parent means that an entry looked intact but is not: a full check may find it.
  if (mode === "scan" && !known && loaded.findings.orphans.length > 0) return scan(new LogContents(), "check");
  if (!known) return loaded;
  const damaged = known.damaged.concat(loaded.findings.damaged);
  return { ...loaded, findings: { ...loaded.findings, damaged } };
}
