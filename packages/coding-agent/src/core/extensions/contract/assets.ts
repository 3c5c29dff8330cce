import type { Worker, WorkerOptions } from "node:worker_threads";

/**
 * `pi.assets`: files that lie beside an extension's code. A battery names them in `assets` of its manifest, because its code is moved
 * into the program's bundle; TypeScript among them is translated then, and keeps its name here.
 */
export interface ExtensionAssets {
  /** The absolute path of a file in the extension's folder. Rejects where it is not there. */
  locate(file: string): Promise<string>;
  /** Runs a file as a worker thread, which is ended when the extension is reloaded or its session ends. */
  startWorker(file: string, options?: WorkerOptions): Promise<Worker>;
  /** A WebAssembly file, compiled once for all who ask. */
  compileWasm(file: string): Promise<WebAssembly.Module>;
}
