import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ImageContent } from "@tau/ai";
import { detectImageType } from "../core/images/index.ts";
import type { Prompt } from "../core/session/prompt.ts";
import { CliError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";

export interface InitialInput {
  readonly cwd: string;
  readonly messages: readonly string[];
  readonly files: readonly string[];
  readonly stdin: string | undefined;
}

/** Files and what was piped in come before the first message; each further message is a prompt of its own. */
export async function initialPrompts({ cwd, messages, files, stdin }: InitialInput): Promise<Prompt[]> {
  const [first, ...others] = messages;
  const attached = await Promise.all(files.map((path) => attach(cwd, path)));
  const parts = [stdin, ...attached.map((file) => file.text), first].filter(
    (part) => part !== undefined && part !== "",
  );
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
  const absolute = resolve(cwd, path);
  const bytes = await readFile(absolute).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`Cannot read @${path}: ${reason(error)}.`, ExitCode.usage, { cause: error });
  });
  const mimeType = detectImageType(bytes);
  if (mimeType) {
    const image: ImageContent = { type: "image", data: bytes.toString("base64"), mimeType };
    return { text: `<file name="${absolute}"></file>`, images: [image] };
  }
  if (bytes.includes(0)) throw new CliError(`Cannot attach @${path}: it is a binary file.`, ExitCode.usage);
  return { text: `<file name="${absolute}">\n${bytes.toString("utf8")}\n</file>`, images: [] };
}

function reason(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "there is no such file";
  if (error.code === "EISDIR") return "it is a folder";
  if (error.code === "EACCES") return "permission denied";
  return error.message;
}
