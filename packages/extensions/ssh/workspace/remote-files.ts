import type { EditOperations, LsOperations, ReadOperations, WriteOperations } from "@tau/coding-agent";
import type { SshConnection } from "../connection/connection.ts";
import { quote } from "../connection/posix-script.ts";
import { runScript } from "../connection/run-script.ts";
import { accessScript, listScript, makeFolderScript, readScript, writeScript } from "./file-scripts.ts";
import { RemoteFileError, remoteFileError } from "./remote-file-error.ts";

/** Reads and writes files of the machine. */
export function createFileOperations(connection: SshConnection): {
  readonly read: ReadOperations;
  readonly change: EditOperations & WriteOperations;
} {
  const run = async (path: string, script: string, input?: Uint8Array) =>
    await runFileScript(connection, path, script, input);
  const readFile = async (path: string) => await run(path, readScript(path));
  return {
    read: { readFile, access: async (path) => void (await run(path, accessScript(path, "read"))) },
    change: {
      readFile,
      access: async (path) => void (await run(path, accessScript(path, "change"))),
      writeFile: async (path: string, content: string | Uint8Array) => {
        const bytes = Buffer.from(content);
        await run(path, writeScript(path, bytes.length), bytes);
      },
      mkdir: async (path) => void (await run(path, makeFolderScript(path))),
    },
  };
}

/** Runs a script that ends with one of the codes of `remoteFileError`. Resolves to what it has written. */
async function runFileScript(
  connection: SshConnection,
  path: string,
  script: string,
  input?: Uint8Array,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let said = "";
  const { exitCode } = await runScript(connection, {
    script,
    ...(input ? { input } : { isRepeatable: true }),
    onData: (bytes) => void chunks.push(bytes),
    onErrorData: (bytes) => {
      said = (said + bytes).slice(-2000);
    },
  });
  if (exitCode !== 0) throw remoteFileError(exitCode, path, said);
  return Buffer.concat(chunks);
}

/**
 * Lists folders. One call of `ls` asks about the folder and then about each entry, so the answer to the first question brings all the others.
 */
export function createLsOperations(connection: SshConnection): LsOperations {
  let kinds = new Map<string, "file" | "folder">();
  let names: string[] = [];
  const look = async (path: string) => {
    const [kind, ...entries] = (await runFileScript(connection, path, listScript(path)))
      .toString()
      .split("\0")
      .slice(0, -1);
    names = entries.map((entry) => entry.slice(1));
    kinds = new Map(entries.map((entry) => [join(path, entry.slice(1)), entry.startsWith("d") ? "folder" : "file"]));
    kinds.set(path, kind === "d" ? "folder" : "file");
  };
  return {
    exists: async (path) =>
      await look(path).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RemoteFileError && error.code === "ENOENT") return false;
          throw error;
        },
      ),
    stat: (path) => {
      const kind = kinds.get(path);
      if (kind === undefined) throw new RemoteFileError("ENOENT", path);
      return { isDirectory: () => kind === "folder" };
    },
    readdir: () => names,
  };
}

function join(folder: string, name: string): string {
  return folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`;
}

/** Resolves to whether a path is a folder. Rejects if there is nothing. */
export async function isFolder(connection: SshConnection, path: string): Promise<boolean> {
  const at = quote(path);
  const script = `[ -d ${at} ] && { printf d; exit 0; }\n[ -e ${at} ] || [ -L ${at} ] || exit 44`;
  return (await runFileScript(connection, path, script)).toString() === "d";
}
