import { Worker } from "node:worker_threads";

const MB = 1024 * 1024;
/** What any document may use, and how many times its own size. */
const BASE_BYTES = 256 * MB;
const TIMES_SIZE = 3;

/**
 * Ends this process once it uses more memory than a document of this size needs: Node limits the heap, but no buffers, and a kilobyte in a
 * PDF can unpack to gigabytes. A thread of its own watches, because unpacking does not return to the event loop.
 */
export function watchMemory(documentBytes: number): void {
  const most = BASE_BYTES + TIMES_SIZE * documentBytes;
  new Worker(WATCH, { eval: true, workerData: most, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

const WATCH = `
const { workerData } = require("node:worker_threads");
setInterval(() => {
  if (process.memoryUsage.rss() > workerData) process.kill(process.pid, "SIGKILL");
}, 20);
`;
