import { once } from "node:events";
import type { ExtensionAPI } from "@tau/coding-agent";
import { type ConvertPage, convertHere, type PageResults, type PageTask } from "./page-tasks.ts";

/** A shorter text is converted before a worker would have started. */
const SHORT = 16_000;

/** Returns a function that converts long texts in a worker: a megabyte of HTML would hold up the keys for a second. */
export function pageConverter(assets: Pick<ExtensionAPI["assets"], "startWorker">): ConvertPage {
  return async <Kind extends keyof PageResults>(task: PageTask<Kind>, signal?: AbortSignal) => {
    if (task.text.length <= SHORT) return convertHere(task);
    const worker = await assets.startWorker("builtin:fetch/page-worker.ts", { workerData: task });
    try {
      const [result] = await once(worker, "message", signal && { signal });
      return result as PageResults[Kind];
    } finally {
      await worker.terminate();
    }
  };
}
