import { open, readdir, stat } from "node:fs/promises";
import type { ImageContent } from "@tau/ai";
import { NOT_ORDINARY, TOO_LARGE } from "../../files/ordinary-file.ts";
import { readInput } from "../../files/read-input.ts";
import { detectEncoding } from "../../files/text-encoding.ts";
import { detectImageType } from "../../images/detect-image-type.ts";
import { resolveFrom } from "../../paths/index.ts";
import { splitMember } from "../../tools/read/split-member.ts";
import { detectType } from "../../tools/read/use-reader.ts";
import { AgentSessionError } from "../session-error.ts";

export interface AttachedInput {
  readonly cwd: string;
  readonly files: readonly string[];
  readonly stdin: Uint8Array | undefined;
}

export interface Attachment {
  readonly text?: string;
  readonly images: ImageContent[];
  /** The path of a file that only a reader of the session can show. */
  readonly unread?: string;
}

/** Returns the piped input, then the files in their order. */
export async function attachFiles({ cwd, files, stdin }: AttachedInput): Promise<Attachment[]> {
  return await Promise.all([
    ...(stdin ? [attachStdin(Buffer.from(stdin))] : []),
    ...files.map((path) => attachFile(cwd, path)),
  ]);
}

/** Attaches a text file with its content, an image, or a folder as a listing. Leaves documents, archives and parts of them to a reader. */
export async function attachFile(cwd: string, path: string): Promise<Attachment> {
  const absolute = resolveFrom(cwd, path);
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new AgentSessionError("attachment", `Cannot read @${path}: ${reason(error)}.`, { cause: error });
  };
  const stats = await stat(absolute).catch((error: NodeJS.ErrnoException) => {
    return splitMember(path, cwd) ? undefined : unreadable(error);
  });
  if (!stats || (stats.isFile() && (await isForReader(absolute, stats.size).catch(unreadable))))
    return { images: [], unread: path };
  if (stats.isDirectory()) return { text: await listing(absolute).catch(unreadable), images: [] };
  const bytes = await readInput(absolute).catch(unreadable);
  const image = await imageIn(bytes, `@${path}`);
  if (image) return { text: `<file name="${absolute}"></file>`, images: [image] };
  return { text: `<file name="${absolute}">\n${textIn(bytes, `@${path}`)}\n</file>`, images: [] };
}

const CONVERTED_TEXT = /\.(?:ipynb|rtf)$/i;
const TABLE = /\.(?:csv|tsv)$/i;
/** Of a larger table a reader shows the beginning: all of it would not fit into the context of a model. */
const LARGE_TABLE_BYTES = 256 * 1024;

/** Whether a file has a format that readers convert. */
async function isForReader(path: string, size: number): Promise<boolean> {
  if (CONVERTED_TEXT.test(path) || (TABLE.test(path) && size >= LARGE_TABLE_BYTES)) return true;
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
  return detectType(buffer) !== undefined;
}

async function attachStdin(bytes: Buffer): Promise<Attachment> {
  const image = await imageIn(bytes, "what came on stdin");
  return image ? { images: [image] } : { text: textIn(bytes, "what came on stdin"), images: [] };
}

/** Returns the image unchanged; it is resized later, to the limits of the model that receives it. */
async function imageIn(bytes: Buffer, name: string): Promise<ImageContent | undefined> {
  const mimeType = detectImageType(bytes);
  if (!mimeType) return undefined;
  const { readImageSize } = await import("../../images/image-size.ts");
  if (!readImageSize(bytes, mimeType)) throw refusal(`Cannot attach ${name}: it is damaged.`);
  return { type: "image", data: bytes.toString("base64"), mimeType };
}

function textIn(bytes: Buffer, name: string): string {
  const encoding = detectEncoding(bytes);
  if (encoding === "utf-8" && bytes.includes(0)) throw refusal(`Cannot attach ${name}: it is binary.`);
  // Decode leniently: a log with an invalid byte, or one that was cut within a character, is still text.
  return new TextDecoder(encoding).decode(bytes);
}

const MOST_ENTRIES = 500;

async function listing(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.map((entry) => entry.name + (entry.isDirectory() ? "/" : "")).sort();
  const more = names.length - MOST_ENTRIES;
  const lines = [...names.slice(0, MOST_ENTRIES), ...(more > 0 ? [`… ${more} more`] : [])];
  return `<folder name="${folder}">\n${lines.join("\n")}\n</folder>`;
}

function refusal(message: string): AgentSessionError {
  return new AgentSessionError("attachment", message);
}

function reason(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "there is no such file";
  if (error.code === "EACCES") return "permission denied";
  if (error.code === NOT_ORDINARY) return "it is a device";
  if (error.code === TOO_LARGE) return "it is more than a model takes (64 MB)";
  return error.message;
}
