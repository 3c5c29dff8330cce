import { isWithin } from "../permission/rule-paths.ts";

/** Folders that are replaced as a whole: they hold sockets of the machine's programs, and files that these programs trust. */
export const REPLACED: readonly string[] = ["/run", "/tmp", "/var/tmp"];

/** The folder of Tau's code: the package, or the repository that it is run from. */
const CODE = import.meta.dirname.replace(/\/(?:packages\/coding-agent\/src|dist\/bundle)(?:\/.*)?$/, "");

/** Returns the parts of Tau itself that a command could not see, because they lie in a replaced folder. Kernels of the model run them. */
export function hiddenProgram(paths: readonly string[] = [process.execPath, CODE]): string[] {
  return paths.filter((path) => REPLACED.some((folder) => isWithin(folder, path)));
}
