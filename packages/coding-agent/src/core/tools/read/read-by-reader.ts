import { FILE_LIMITS, isBinary } from "../../files/index.ts";
import { detectImageType } from "../../images/index.ts";
import { DEFAULT_MAX_LINES } from "../../output/index.ts";
import { resolveToCwd } from "../path.ts";
import type { FileReader, ReaderFile } from "../tool-ports.ts";
import { withLocalFile } from "./local-file.ts";
import type { ReadOperations } from "./operations.ts";
import { type LineRange, parseSelector } from "./selector.ts";
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

export interface ReaderFiles extends Required<Pick<ReadOperations, "examine">>, Pick<ReadOperations, "download"> {}

/**
 * Reads a file, a member of a file or a folder through a reader that opens it itself. Resolves to `undefined` if `read` can show it without
 * one, or if there is no such reader.
 */
export async function readByReader(
  request: ReaderRequest,
  cwd: string,
  ports: ReaderPorts,
  files: ReaderFiles,
): Promise<(ReadByReader & LineRange) | undefined> {
  const place = await locate(request.path, cwd, files);
  const reader = place && (await chooseReader(place, ports));
  if (!place || !reader?.readFile) return undefined;
  const { path, contentType, member, memberWithRange } = place;
  // Of a folder of another machine there is no copy. The error of `read` names `ls`.
  if (contentType === FOLDER && files.download) return undefined;
  const isNamed = reader.numbersAreNames === true && memberWithRange !== undefined;
  const described: Omit<ReaderFile, "absolutePath"> = {
    path,
    ...(member !== undefined && { member: isNamed ? memberWithRange : member }),
    ...(contentType !== undefined && { contentType }),
  };
  const range: LineRange = isNamed ? {} : place;
  const { offset = range.offset, limit = range.limit } = request;
  const lastLine = Math.max(1, offset ?? 1) - 1 + Math.max(1, limit ?? DEFAULT_MAX_LINES);
  const read = await withLocalFile(place, files, request, async (absolutePath) => {
    const file = { ...described, absolutePath };
    return await useReader(reader, async (call) => await reader.readFile?.(file, call), { ...request, lastLine });
  });
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

async function locate(given: string, cwd: string, files: ReaderFiles): Promise<Place | undefined> {
  const selected = parseSelector(given);
  for (const candidate of [{ path: given }, ...(selected && !selected.isRaw ? [selected] : [])]) {
    const place = await examine(candidate.path, cwd, files);
    if (place) return { ...candidate, ...place };
  }
  const place = await examineBefore(given, cwd, files);
  if (!place || (selected && selected.path.length <= place.path.length)) return undefined;
  const { length } = place.path;
  const member = given.slice(given[length] === ":" ? length + 1 : length);
  const rest = selected && {
    ...selected,
    member: member.slice(0, member.length - (given.length - selected.path.length)),
  };
  return { member, ...rest, ...place, memberWithRange: member };
}

async function examine(path: string, cwd: string, files: ReaderFiles) {
  const absolutePath = resolveToCwd(path, cwd);
  const found = await files.examine(absolutePath);
  if (!found) return undefined;
  const { kind, size, head } = found;
  const contentType = kind === "folder" ? FOLDER : detectType(head);
  return { path, absolutePath, ...(contentType !== undefined && { contentType }), head, size };
}

/** Each takes a question to the machine with the files. */
const MOST_SPLITS = 20;

/** Examines a file whose path is followed by a member: `a.zip:docs/a.md`, `a.db?q=…`. The longest existing path wins. */
async function examineBefore(given: string, cwd: string, files: ReaderFiles) {
  const ends = [...given.matchAll(/[:?]/g)].map(({ index }) => index).slice(0, MOST_SPLITS);
  for (const end of ends.reverse()) {
    const place = end > 0 ? await examine(given.slice(0, end), cwd, files) : undefined;
    if (place) return place;
  }
  return undefined;
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
