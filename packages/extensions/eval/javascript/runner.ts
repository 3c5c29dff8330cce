import { isMainThread } from "node:worker_threads";

/** The JavaScript kernel: cells run in the main thread, and a second thread reads requests and interrupts cells. */
if (isMainThread) {
  const { startKernel } = await import("./cell-thread.ts");
  startKernel(new URL(import.meta.url));
} else {
  const { readRequests } = await import("./request-thread.ts");
  readRequests();
}
