import { readFile, stat } from "node:fs/promises";
import type { ImageContent } from "@tau/ai";
import { detectEncoding } from "../core/files/text-encoding.ts";
import { detectImageType } from "../core/images/detect-image-type.ts";
import { resolveFrom } from "../core/paths/index.ts";
import type { Prompt } from "../core/session/prompt.ts";
import { CliError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";
import { MAX_INPUT_BYTES } from "./read-stdin.ts";

export interface InitialInput {
  readonly cwd: string;
  readonly messages: readonly string[];
  readonly files: readonly string[];
  readonly stdin: Uint8Array | undefined;
}

/** Files and what was piped in come before the first message; each further message is a prompt of its own. */
export async function initialPrompts({ cwd, messages, files, stdin }: InitialInput): Promise<Prompt[]> {
  const [first, ...others] = messages;
  const attached = await Promise.all([
    ...(stdin ? [attachStdin(Buffer.from(stdin))] : []),
    ...files.map((path) => attach(cwd, path)),
  ]);
  const parts = [...attached.map((file) => file.text), first].filter((part) => part !== undefined && part !== "");
  const images = attached.flatMap((file) => file.images);
  const rest = others.map((text): Prompt => ({ text, images: [] }));
  if (parts.length === 0 && images.length === 0) return rest;
  return [{ text: parts.join("\n"), images }, ...rest];
}

interface Attachment {
  readonly text?: string;
  readonly images: ImageContent[];
}

async function attach(cwd: string, path: string): Promise<Attachment> {
  const absolute = resolveFrom(cwd, path);
  const bytes = await readAll(absolute).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`Cannot read @${path}: ${reason(error)}.`, ExitCode.usage, { cause: error });
  });
  const image = await imageIn(bytes, `@${path}`);
  if (image) return { text: `<file name="${absolute}"></file>`, images: [image] };
  return { text: `<file name="${absolute}">\n${textIn(bytes, `@${path}`)}\n</file>`, images: [] };
}

/** A pipe is fine, as `@<(git diff)` makes one; what has no end is not. */
async function readAll(path: string): Promise<Buffer> {
  const stats = await stat(path);
  if (stats.isCharacterDevice()) throw new Error("it is a device");
  if (stats.size > MAX_INPUT_BYTES) throw new Error("it is more than a model takes");
  return await readFile(path);
}

async function attachStdin(bytes: Buffer): Promise<Attachment> {
  const image = await imageIn(bytes, "what came on stdin");
  return image ? { images: [image] } : { text: textIn(bytes, "what came on stdin"), images: [] };
}

/** As it is: how large it may be, the model decides that gets it. */
async function imageIn(bytes: Buffer, name: string): Promise<ImageContent | undefined> {
  const mimeType = detectImageType(bytes);
  if (!mimeType) return undefined;
  const { readImageSize } = await import("../core/images/image-size.ts");
  if (!readImageSize(bytes, mimeType)) throw new CliError(`Cannot attach ${name}: it is damaged.`, ExitCode.usage);
  return { type: "image", data: bytes.toString("base64"), mimeType };
}

function textIn(bytes: Buffer, name: string): string {
  const encoding = detectEncoding(bytes);
  if (encoding === "utf-8" && bytes.includes(0))
    throw new CliError(`Cannot attach ${name}: it is binary.`, ExitCode.usage);
  // A log with a stray byte, or one that was cut within a character, is text nevertheless.
  return new TextDecoder(encoding).decode(bytes);
}

function reason(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "there is no such file";
  if (error.code === "EISDIR") return "it is a folder";
  if (error.code === "EACCES") return "permission denied";
  return error.message;
}
