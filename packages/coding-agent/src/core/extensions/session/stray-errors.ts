import { writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { printable } from "../../output/print.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

/** Hears of an error that no caller saw, and of the extension it came from as far as that can be told. */
export type StrayErrorListener = (extensionPath: string, error: unknown) => void;

/**
 * An error in an extension's timer or in a promise it does not await reaches no caller of ours, and Node ends the process for it. From
 * the first call on such errors are told to the listener; an error of our own still ends the process. Returns what ends the listening.
 */
export function hearStrayErrors(extensionPaths: readonly string[], listener: StrayErrorListener): () => void {
  for (const path of extensionPaths) places.set(path, placeOf(path));
  if (listeners.size === 0 && !isInstalled) install();
  const heard = new Set<string>();
  const once: StrayErrorListener = (path, error) => {
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
const listeners = new Set<StrayErrorListener>();
let isInstalled = false;

function install(): void {
  isInstalled = true;
  process.on("unhandledRejection", (error) => {
    if (isStray(error)) tell(error);
    // Node takes what is thrown here for an uncaught exception: the next handler gets it.
    else if (process.listenerCount("unhandledRejection") === 1) throw error;
  });
  process.on("uncaughtException", (error) => {
    if (isStray(error)) tell(error);
    else if (process.listenerCount("uncaughtException") === 1) end(error);
  });
}

function tell(error: unknown): void {
  if (error instanceof ExtensionHostError && error.code === "stale") return;
  const path = extensionOf(framesOf(error)) ?? "An extension";
  for (const listener of listeners) listener(path, error);
}

/** Ours are those whose way leads through our files, or another program's, and through no extension's. */
function isStray(error: unknown): boolean {
  if (error instanceof ExtensionHostError && error.code === "stale") return true;
  const frames = framesOf(error);
  return extensionOf(frames) !== undefined || frames.every((frame) => IN_NODE.test(frame));
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
