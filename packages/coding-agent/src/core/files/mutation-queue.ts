import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isMissing } from "@tau/agent/error-code";
import { withMutationLock } from "./mutation-lock.ts";

const tails = new Map<string, Promise<unknown>>();

/** Runs `mutate` when every earlier mutation of the same file has ended, well or badly. Other files do not wait.
 * Other processes of the user that change the file take part in this. */
export async function withFileMutationQueue<T>(filePath: string, mutate: () => Promise<T>): Promise<T> {
  // The place in the queue is taken before anything is awaited, so that calls run in the order they were made.
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

/** How many files have mutations pending. */
export function pendingMutations(): number {
  return tails.size;
}

/** Two paths to one file, through links or not, give one answer; the file, and folders above it, need not exist yet. */
export async function identify(filePath: string): Promise<string> {
  const path = resolve(filePath);
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) return path;
    return join(await identify(dirname(path)), basename(path));
  }
}
