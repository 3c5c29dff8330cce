import { AsyncLocalStorage } from "node:async_hooks";
import { writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { printable } from "../../output/print.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

/** Receives an error that no caller handled, and the extension it came from. */
export type UnhandledErrorListener = (extensionPath: string, error: unknown) => void;

/** The extension whose code started the current asynchronous work. */
const running = new AsyncLocalStorage<string | undefined>();

/** Runs code of an extension, so that errors of timers and promises it starts are attributed to it. */
export function inExtension<T>(extensionPath: string, run: () => T): T {
  return running.run(extensionPath, run);
}

/** Returns the extension whose code runs now or started the current work. */
export function runningExtension(): string | undefined {
  return running.getStore();
}

/** Runs Tau's own code on behalf of an extension, so that errors of work it starts are not attributed to the extension. */
export function outsideExtensions<T>(run: () => T): T {
  return running.run(undefined, run);
}

/**
 * Passes errors that an extension leaves unhandled to the listener. An error in an extension's timer, or in a
 * promise it does not await, reaches no caller of ours, and Node would end the process for it. Our own unhandled
 * errors still end the process. Returns a function that removes the listener.
 */
export function watchUnhandledErrors(extensionPaths: readonly string[], listener: UnhandledErrorListener): () => void {
  for (const path of extensionPaths) places.set(path, placeOf(path));
  if (!isInstalled) install();
  const reported = new Set<string>();
  const once: UnhandledErrorListener = (path, error) => {
    // A repeating timer may fail with the same error again and again: report it once.
    const text = `${path} ${String(error)}`;
    if (!reported.has(text)) listener(path, error);
    reported.add(text);
  };
  listeners.add(once);
  return () => void listeners.delete(once);
}

/** The paths of extensions from earlier loads stay in this map: work that they left running may fail at any time. */
const places = new Map<string, string>();
const listeners = new Set<UnhandledErrorListener>();
let isInstalled = false;

function install(): void {
  isInstalled = true;
  process.on("unhandledRejection", (error) => {
    if (isReported(error)) return;
    // Node treats an error thrown here as an uncaught exception, so the next handler receives it.
    if (process.listenerCount("unhandledRejection") === 1) throw error;
  });
  process.on("uncaughtException", (error) => {
    if (!isReported(error) && process.listenerCount("uncaughtException") === 1) end(error);
  });
}

/** Returns whether the error belongs to an extension, and reports it unless it can be ignored. */
function isReported(error: unknown): boolean {
  // The error comes from work that an extension of an earlier generation left running.
  if (error instanceof ExtensionHostError && error.code === "stale") return true;
  const path = originOf(error);
  if (path === undefined) return false;
  for (const listener of listeners) listener(path, error);
  return true;
}

/** Finds the extension by the files in the error's stack. If the stack names only Node's own files, uses the extension that started the work. */
function originOf(error: unknown): string | undefined {
  const frames = framesOf(error);
  const named = extensionOf(frames);
  if (named !== undefined) return named;
  return frames.every((frame) => IN_NODE.test(frame)) ? running.getStore() : undefined;
}

const IN_NODE = /\(?(?:node:|native\b|<anonymous>|internal\/)/;

function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return stack.split("\n").filter((line) => line.startsWith("    at "));
}

function extensionOf(frames: readonly string[]): string | undefined {
  for (const [path, place] of places) {
    const url = pathToFileURL(place).href;
    if (frames.some((frame) => frame.includes(place) || frame.includes(url))) return path;
  }
  return undefined;
}

/** Returns the package, the folder of an index file, or the file itself. */
function placeOf(path: string): string {
  const inPackage = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path)?.[0];
  if (inPackage !== undefined) return inPackage;
  return basename(path).startsWith("index.") ? `${dirname(path)}/` : path;
}

/** Ends the process as Node does for an uncaught error. The message is written on exit, after the terminal has been restored. */
function end(error: unknown): never {
  const text = error instanceof Error ? (error.stack ?? error.message) : `Uncaught ${String(error)}`;
  process.on("exit", () => void writeSync(2, `${printable(text)}\n\nNode.js ${process.version}\n`));
  process.exit(1);
}
