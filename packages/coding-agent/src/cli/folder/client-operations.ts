import { isUtf8 } from "node:buffer";
import type { ClientOperations } from "../../core/extensions/contract/index.ts";
import { isBinary } from "../../core/files/index.ts";
import type { SessionOperations } from "../../core/session/tools/make-tools.ts";
import { localChangeOperations } from "../../core/tools/edit/edit-modes/change-files.ts";
import { localReadOperations } from "../../core/tools/read/operations.ts";
import { localWriteOperations } from "../../core/tools/write/operations.ts";

type Read = (absolutePath: string) => Promise<Buffer>;

/** Returns operations of the tools that use the client's files and terminals where it has them, and this machine's otherwise. */
export function clientOperations(client: ClientOperations): SessionOperations {
  const { readTextFile, runCommand } = client;
  const reading = (local: Read): Read => (readTextFile ? (path) => readBuffer(path, local, readTextFile) : local);
  const write = localChangeOperations.writeFile;
  const readFile = reading(localChangeOperations.readFile);
  const change: SessionOperations["change"] = {
    ...localChangeOperations,
    mkdir: localWriteOperations.mkdir,
    readFile,
    hasBytes: async (path, bytes) => (await readFile(path)).equals(bytes),
    writeFile: async (path, content) => {
      const isWritten = typeof content === "string" && (await writeAtClient(client, path, content));
      if (!isWritten) await write(path, content);
    },
  };
  const run: SessionOperations["run"] = async (request, processes) => {
    // A sandbox and a recorded job belong to the machine of the workspace.
    const isHere = request.isConfined || request.confine || request.record !== undefined || request.purpose !== "model";
    return await (runCommand && !isHere ? runCommand(request) : processes.run(request));
  };
  const read: SessionOperations["read"] = {
    ...localReadOperations,
    readFile: reading(localReadOperations.readFile),
    // A text may have changes that are not saved, which a reader that opens the file itself would not see.
    examine: async (path) => {
      const found = await localReadOperations.examine?.(path);
      return found?.kind === "file" && !isBinary(found.head) ? undefined : found;
    },
  };
  return { read, change, run };
}

/**
 * Resolves to the client's text if it differs from the file: the client has changes that are not saved. Otherwise the bytes of the file
 * count, with their line ends and byte order mark, which a client may have removed.
 */
async function readBuffer(
  path: string,
  local: Read,
  readTextFile: NonNullable<ClientOperations["readTextFile"]>,
): Promise<Buffer> {
  const bytes = await local(path);
  if (isBinary(bytes) || !isUtf8(bytes)) return bytes;
  const text = await readTextFile(path).catch(() => undefined);
  if (text === undefined || plain(text) === plain(bytes.toString("utf8"))) return bytes;
  return Buffer.from(text);
}

function plain(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** Resolves to whether the client has written the file. It may refuse files outside its project. */
async function writeAtClient({ writeTextFile }: ClientOperations, path: string, content: string): Promise<boolean> {
  if (!writeTextFile) return false;
  return await writeTextFile(path, content).then(
    () => true,
    () => false,
  );
}
