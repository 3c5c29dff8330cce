import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isMissing } from "@tau/agent/error-code";
import { withMutationLock } from "./mutation-lock.ts";

const tails = new Map<string, Promise<unknown>>();

/**
 * Runs `mutate` once every earlier mutation of the same file has settled. Mutations of other files do not wait. Other
 * Tau processes of the user that change the file are waited for too.
 */
export async function withFileMutationQueue<T>(filePath: string, mutate: () => Promise<T>): Promise<T> {
  // Take the place in the queue before the first await, so that calls run in the order they were made.
  const ticket = Promise.withResolvers<void>();
  const arrival = arrivals;
  arrivals = ticket.promise;
  await arrival;
  const key = await identify(filePath).finally(ticket.resolve);
  const earlier = tails.get(key) ?? Promise.resolve();
  const mutateAlone = () => withMutationLock(key, mutate);
  const run = earlier.then(mutateAlone, mutateAlone);
  tails.set(key, run);
  try {
    return await run;
  } finally {
    if (tails.get(key) === run) tails.delete(key);
  }
}

let arrivals: Promise<void> = Promise.resolve();

/** Returns how many files have pending mutations. */
export function pendingMutations(): number {
  return tails.size;
}

/** Resolves to one identity for all paths to a file, links included. The file and the folders above it need not exist yet. */
export async function identify(filePath: string): Promise<string> {
  const path = resolve(filePath);
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) return path;
    return join(await identify(dirname(path)), basename(path));
  }
}
