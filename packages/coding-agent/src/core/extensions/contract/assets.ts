import type { Worker, WorkerOptions } from "node:worker_threads";

/**
 * `pi.assets`: files next to an extension's code. A battery lists them in `assets` of its manifest, because the build moves its code into
 * the program's bundle. The build also translates TypeScript assets; they are still addressed by their original name. A battery names a
 * file of an npm package as `package/file`. `builtin:<battery>/<file>` is a file of that battery, in any extension.
 */
export interface ExtensionAssets {
  /** Resolves to the absolute path of a file in the extension's folder. Rejects if the file does not exist. */
  locate(file: string): Promise<string>;
  /** Runs a file as a worker thread, which ends when the extension is reloaded or its session ends. */
  startWorker(file: string, options?: WorkerOptions): Promise<Worker>;
  /** Compiles a WebAssembly file once; all callers share the module. */
  compileWasm(file: string): Promise<WebAssembly.Module>;
}
