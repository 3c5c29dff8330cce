import { writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { posix } from "node:path";
import type { ChangeOperations, LsOperations, ReadOperations, WriteOperations } from "@tau/coding-agent";
import type { SshConnection } from "../connection/connection.ts";
import { quote } from "../connection/posix-script.ts";
import { runScript } from "../connection/run-script.ts";
import {
  accessScript,
  examineScript,
  identifyScript,
  listScript,
  makeFolderOfScript,
  makeFolderScript,
  readScript,
  removeFolderScript,
  removeScript,
  setModeScript,
  writeScript,
} from "./file-scripts.ts";
import { RemoteFileError, remoteFileError } from "./remote-file-error.ts";

/** Reads and writes files of the machine. */
export function createFileOperations(connection: SshConnection): {
  readonly read: ReadOperations;
  readonly change: ChangeOperations & WriteOperations;
} {
  const run: RunScript = async (path, script, options) => await runFileScript(connection, path, script, options);
  const readFile = async (path: string) => await run(path, readScript(path));
  return {
    read: {
      readFile,
      access: async (path) => void (await run(path, accessScript(path, "read"))),
      examine: async (path) => await examineFile(path, run),
      download: async (path, to, { maxBytes, signal }) => {
        await using file = await open(to, "wx", 0o600);
        let failure: unknown;
        // Written at once, so that no more is in memory than has just arrived.
        const onData = (bytes: Buffer) => {
          try {
            if (failure === undefined) writeFileSync(file.fd, bytes);
          } catch (error) {
            failure = error;
          }
        };
        await runFileScript(connection, path, readScript(path, maxBytes), { signal, onData });
        if (failure !== undefined) throw failure;
      },
    },
    change: { readFile, ...createChanges(run) },
  };
}

type RunScript = (path: string, script: string, options?: ScriptOptions) => Promise<Buffer>;

function createChanges(run: RunScript): Omit<ChangeOperations & WriteOperations, "readFile"> {
  const change = async (path: string, script: string) => await run(path, script, { isChange: true });
  return {
    access: async (path) => void (await run(path, accessScript(path, "change"))),
    writeFile: async (path: string, content: string | Uint8Array) => {
      const input = Buffer.from(content);
      await run(path, writeScript(path, input.length), { input });
    },
    mkdir: async (path) => void (await run(path, makeFolderScript(path))),
    remove: async (path) => void (await change(path, removeScript(path))),
    removeFolder: async (path) => void (await change(path, removeFolderScript(path))),
    identify: async (path) => (await run(path, identifyScript(path))).toString(),
    isAbsent: async (path) => (await look(path, run)) === undefined,
    modeOf: async (path) => (await look(path, run))?.mode,
    setMode: async (path, mode) => void (await change(path, setModeScript(path, mode))),
    makeFolderOf: async (path) => {
      const made = (await change(path, makeFolderOfScript(path))).toString();
      return { folder: posix.dirname(path), made: made === "" ? undefined : made };
    },
  };
}

/** As many bytes as `read` needs to know what a file is. */
const HEAD_BYTES = 8192;

/** Resolves to `undefined` if there is nothing. */
async function look(path: string, run: RunScript) {
  const output = await run(path, examineScript(path, HEAD_BYTES)).catch((error: unknown) => {
    if (error instanceof RemoteFileError && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!output) return undefined;
  const fields = output.toString("latin1", 0, 100).split("\0", 3);
  const [kind = "", mode = "", size = ""] = fields;
  return {
    kind,
    mode: Number.parseInt(mode, 8),
    size: Number(size),
    head: output.subarray(fields.join("\0").length + 1),
  };
}

async function examineFile(path: string, run: RunScript): ReturnType<NonNullable<ReadOperations["examine"]>> {
  const found = await look(path, run).catch((error: unknown) => {
    if (error instanceof RemoteFileError && error.code === "EACCES") return undefined;
    throw error;
  });
  if (found?.kind === "d") return { kind: "folder", size: 0, head: Buffer.alloc(0) };
  return found?.kind === "f" ? { kind: "file", size: found.size, head: found.head } : undefined;
}

interface ScriptOptions {
  readonly input?: Uint8Array | undefined;
  /** Whether it matters if the script runs twice. */
  readonly isChange?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Takes what the script writes, which is otherwise collected. */
  readonly onData?: (bytes: Buffer) => void;
}

/** Runs a script that ends with one of the codes of `remoteFileError`. Resolves to what it has written. */
async function runFileScript(
  connection: SshConnection,
  path: string,
  script: string,
  { input, signal, onData, isChange = false }: ScriptOptions = {},
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let said = "";
  const { exitCode } = await runScript(connection, {
    script,
    ...(input ? { input } : { isRepeatable: !isChange }),
    signal,
    onData: onData ?? ((bytes) => void chunks.push(bytes)),
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
