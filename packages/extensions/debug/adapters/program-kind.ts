import { open, stat } from "node:fs/promises";
import { basename, extname } from "node:path";

/** What a file to debug is, as far as its bytes tell. */
export interface ProgramKind {
  readonly path: string;
  readonly isFolder: boolean;
  /** Machine code: ELF, Mach-O or PE. */
  readonly isBinary: boolean;
  readonly extension: string;
  /** The interpreter of a script's first line, without its folder and version: `python3.11` is `python3`. */
  readonly interpreter?: string;
}

const HEAD_BYTES = 256;
const MAGIC = ["7f454c46", "feedface", "feedfacf", "cefaedfe", "cffaedfe", "cafebabe"];

/** Resolves to what a program is, or to `undefined` if there is no such file. */
export async function programKind(path: string): Promise<ProgramKind | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) return undefined;
  const extension = extname(path).toLowerCase();
  if (stats.isDirectory()) return { path, isFolder: true, isBinary: false, extension: "" };
  const head = await readHead(path);
  const isBinary = MAGIC.includes(head.toString("hex", 0, 4)) || head.toString("latin1", 0, 2) === "MZ";
  const interpreter = interpreterOf(head.toString("utf8"));
  return { path, isFolder: false, isBinary, extension, ...(interpreter === undefined ? {} : { interpreter }) };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function interpreterOf(head: string): string | undefined {
  const [line = ""] = head.split("\n");
  if (!line.startsWith("#!")) return undefined;
  const words = line.slice(2).trim().split(/\s+/);
  const isEnv = basename(words[0] ?? "") === "env";
  const program = isEnv ? words.slice(1).find((word) => !word.startsWith("-") && !word.includes("=")) : words[0];
  return program === undefined ? undefined : basename(program).replace(/\.\d+$/, "");
}
