import type { ImageContent } from "@tau/ai";
import { NOT_ORDINARY, TOO_LARGE } from "../core/files/ordinary-file.ts";
import { readInput } from "../core/files/read-input.ts";
import { detectEncoding } from "../core/files/text-encoding.ts";
import { detectImageType } from "../core/images/detect-image-type.ts";
import { resolveFrom } from "../core/paths/index.ts";
import { CliError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";

export interface AttachedInput {
  readonly cwd: string;
  readonly files: readonly string[];
  readonly stdin: Uint8Array | undefined;
}

export interface Attachment {
  readonly text?: string;
  readonly images: ImageContent[];
}

/** What was piped in, then the files, in their order. */
export async function attachFiles({ cwd, files, stdin }: AttachedInput): Promise<Attachment[]> {
  return await Promise.all([
    ...(stdin ? [attachStdin(Buffer.from(stdin))] : []),
    ...files.map((path) => attach(cwd, path)),
  ]);
}

async function attach(cwd: string, path: string): Promise<Attachment> {
  const absolute = resolveFrom(cwd, path);
  const bytes = await readInput(absolute).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`Cannot read @${path}: ${reason(error)}.`, ExitCode.usage, { cause: error });
  });
  const image = await imageIn(bytes, `@${path}`);
  if (image) return { text: `<file name="${absolute}"></file>`, images: [image] };
  return { text: `<file name="${absolute}">\n${textIn(bytes, `@${path}`)}\n</file>`, images: [] };
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
  if (error.code === NOT_ORDINARY) return "it is a device";
  if (error.code === TOO_LARGE) return "it is more than a model takes (64 MB)";
  return error.message;
}
