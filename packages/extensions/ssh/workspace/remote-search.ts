import type { GrepOperations, RemoteOperations } from "@tau/coding-agent";
import type { SshConnection } from "../connection/connection.ts";
import { quote } from "../connection/posix-script.ts";
import { runScript } from "../connection/run-script.ts";
import { createGrepSearch } from "./grep-search.ts";
import { RemoteFileError } from "./remote-file-error.ts";
import { isFolder } from "./remote-files.ts";

type Ripgrep = NonNullable<GrepOperations["ripgrep"]>;

/** Searches on the machine: with its ripgrep, or with git, find and grep. */
export function createSearchOperations(
  connection: SshConnection,
  hasRipgrep: boolean,
): Pick<RemoteOperations, "grep" | "find"> {
  const ripgrep = hasRipgrep ? createRipgrep(connection) : createGrepSearch(connection);
  return {
    grep: { isDirectory: async (path) => await isFolder(connection, path), ripgrep },
    find: {
      exists: async (path) =>
        await isFolder(connection, path).then(
          () => true,
          (error: unknown) => {
            if (error instanceof RemoteFileError && error.code === "ENOENT") return false;
            throw error;
          },
        ),
    },
  };
}

function createRipgrep(connection: SshConnection): Ripgrep {
  return async ({ args, cwd, onData, signal }) => {
    let errorText = "";
    const { exitCode } = await runScript(connection, {
      script: `cd -- ${quote(cwd)} || exit 2\nexec rg ${args.map(quote).join(" ")} </dev/null`,
      signal,
      isRepeatable: true,
      onData,
      onErrorData: (bytes) => {
        errorText = (errorText + bytes).slice(0, 10_000);
      },
    });
    return { exitCode: exitCode ?? 2, errorText: errorText.trim() };
  };
}
