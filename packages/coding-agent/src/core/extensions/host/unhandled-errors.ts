import { AsyncLocalStorage } from "node:async_hooks";
import { writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { printable } from "../../output/print.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

/** Told of an error that no caller saw, and of the extension it came from. */
export type UnhandledErrorListener = (extensionPath: string, error: unknown) => void;

/** The extension whose code started what runs now. */
const running = new AsyncLocalStorage<string | undefined>();

/** Runs code of an extension: errors of timers and promises that it starts are known to be its own. */
export function inExtension<T>(extensionPath: string, run: () => T): T {
  return running.run(extensionPath, run);
}

/** The extension whose code runs, or started what runs. */
export function runningExtension(): string | undefined {
  return running.getStore();
}

/** Runs our own code on behalf of an extension: errors of what it starts are ours. */
export function outsideExtensions<T>(run: () => T): T {
  return running.run(undefined, run);
}

/**
 * An error in an extension's timer or in a promise it does not await reaches no caller of ours, and Node ends the process for it. From
 * the first call on such errors are told to the listener; an error of our own still ends the process. Returns a function that removes
 * the listener.
 */
export function watchUnhandledErrors(extensionPaths: readonly string[], listener: UnhandledErrorListener): () => void {
  for (const path of extensionPaths) places.set(path, placeOf(path));
  if (!isInstalled) install();
  const heard = new Set<string>();
  const once: UnhandledErrorListener = (path, error) => {
    // A timer fails again and again.
    const text = `${path} ${String(error)}`;
    if (!heard.has(text)) listener(path, error);
    heard.add(text);
  };
  listeners.add(once);
  return () => void listeners.delete(once);
}

/** Extensions of earlier loads keep their place: what they left running may fail at any time. */
const places = new Map<string, string>();
const listeners = new Set<UnhandledErrorListener>();
let isInstalled = false;

function install(): void {
  isInstalled = true;
  process.on("unhandledRejection", (error) => {
    if (isTold(error)) return;
    // Node takes what is thrown here for an uncaught exception: the next handler gets it.
    if (process.listenerCount("unhandledRejection") === 1) throw error;
  });
  process.on("uncaughtException", (error) => {
    if (!isTold(error) && process.listenerCount("uncaughtException") === 1) end(error);
  });
}

/** Whether the error is an extension's, and has been told if it counts. */
function isTold(error: unknown): boolean {
  // What an extension of an earlier generation left running.
  if (error instanceof ExtensionHostError && error.code === "stale") return true;
  const path = originOf(error);
  if (path === undefined) return false;
  for (const listener of listeners) listener(path, error);
  return true;
}

/** By the files its stack names; where it names none but Node's own, by the code that started the work. */
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

/** The package, the folder of an index, or the file. */
function placeOf(path: string): string {
  const inPackage = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path)?.[0];
  if (inPackage !== undefined) return inPackage;
  return basename(path).startsWith("index.") ? `${dirname(path)}/` : path;
}

/** As Node ends a process for an uncaught error; last, when the terminal is its owner's again. */
function end(error: unknown): never {
  const text = error instanceof Error ? (error.stack ?? error.message) : `Uncaught ${String(error)}`;
  process.on("exit", () => void writeSync(2, `${printable(text)}\n\nNode.js ${process.version}\n`));
  process.exit(1);
}
