import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { FILE_LIMITS, isBinary } from "../../files/index.ts";
import { detectImageType } from "../../images/index.ts";
import { DEFAULT_MAX_LINES } from "../../output/index.ts";
import { resolveToCwd } from "../path.ts";
import type { FileReader, ReaderFile } from "../tool-ports.ts";
import { type LineRange, parseSelector } from "./selector.ts";
import { splitMember } from "./split-member.ts";
import { detectType, findReader, type ReadByReader, useReader } from "./use-reader.ts";

export interface ReaderPorts {
  readers(): readonly FileReader[];
  /** Loads the readers that batteries provide. */
  wake(): Promise<void>;
}

export interface ReaderRequest extends LineRange {
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  readonly report: (progress: string) => void;
}

/** Text formats that are better read through a reader. */
const CONVERTED_TEXT = /\.(?:ipynb|rtf|csv|tsv)$/i;
const FOLDER = "inode/directory";

/**
 * Reads a file, a member of a file or a folder of this machine through a reader that opens it itself. Resolves to `undefined` if `read` can
 * show it without one, or if there is no such reader.
 */
export async function readByReader(
  request: ReaderRequest,
  cwd: string,
  ports: ReaderPorts,
): Promise<(ReadByReader & LineRange) | undefined> {
  const place = await locate(request.path, cwd);
  const reader = place && (await chooseReader(place, ports));
  if (!place || !reader?.readFile) return undefined;
  const { path, absolutePath, contentType, member, memberWithRange } = place;
  const isNamed = reader.numbersAreNames === true && memberWithRange !== undefined;
  const file: ReaderFile = {
    path,
    absolutePath,
    ...(member !== undefined && { member: isNamed ? memberWithRange : member }),
    ...(contentType !== undefined && { contentType }),
  };
  const range: LineRange = isNamed ? {} : place;
  const { offset = range.offset, limit = range.limit } = request;
  const lastLine = Math.max(1, offset ?? 1) - 1 + Math.max(1, limit ?? DEFAULT_MAX_LINES);
  const read = await useReader(reader, async (call) => await reader.readFile?.(file, call), { ...request, lastLine });
  return read && { ...read, offset, limit };
}

interface Place extends Omit<ReaderFile, "member">, LineRange {
  readonly member?: string;
  /** The member together with what may be a line range. */
  readonly memberWithRange?: string;
  /** The first bytes; none of a folder. */
  readonly head: Buffer;
  readonly size: number;
}

async function locate(given: string, cwd: string): Promise<Place | undefined> {
  const selected = parseSelector(given);
  for (const candidate of [{ path: given }, ...(selected && !selected.isRaw ? [selected] : [])]) {
    const place = await lookAt(candidate.path, resolveToCwd(candidate.path, cwd));
    if (place) return { ...candidate, ...place };
  }
  const split = splitMember(given, cwd);
  const place = split && (await lookAt(split.path, split.absolutePath));
  if (!place || (selected && selected.path.length <= split.path.length)) return undefined;
  const { member } = split;
  const rest = selected && {
    ...selected,
    member: member.slice(0, member.length - (given.length - selected.path.length)),
  };
  return { member, ...rest, ...place, memberWithRange: member };
}

const HEAD_BYTES = 8192;

/** Resolves to `undefined` if there is neither a regular file nor a folder that can be read. */
async function lookAt(path: string, absolutePath: string) {
  const stats = await stat(absolutePath).catch(() => undefined);
  if (stats?.isDirectory()) return { path, absolutePath, contentType: FOLDER, head: Buffer.alloc(0), size: 0 };
  if (!stats?.isFile()) return undefined;
  const handle = await open(absolutePath, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (!handle) return undefined;
  await using file = handle;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  const contentType = detectType(head);
  return { path, absolutePath, ...(contentType !== undefined && { contentType }), head, size: stats.size };
}

/** Chooses among the readers that are loaded, and among those of batteries if `read` alone cannot show the file. */
async function chooseReader(place: Place, ports: ReaderPorts): Promise<FileReader | undefined> {
  const find = () => findReader(ports.readers(), { ...place, bytes: place.head });
  const loaded = find();
  if (loaded || !needsReader(place)) return loaded;
  await ports.wake();
  return find();
}

function needsReader({ member, contentType, size, path, head }: Place): boolean {
  if (member !== undefined || contentType !== undefined || size > FILE_LIMITS.whole) return true;
  return CONVERTED_TEXT.test(path) || (isBinary(head) && detectImageType(head) === undefined);
}
