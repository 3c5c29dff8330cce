import { createReadStream } from "node:fs";
import { Session } from "node:inspector";
import { parentPort } from "node:worker_threads";
import { readLines } from "../kernel/read-lines.ts";
import { type KernelRequest, REQUESTS } from "./protocol.ts";

/** How long an interrupted cell has to end by itself before it is abandoned: one that waits for a promise has nothing to stop. */
const SETTLE_MS = 50;

/** Reads requests while a cell computes. `Runtime.terminateExecution` stops a cell at any point, also in a loop without an end. */
export function readRequests(): void {
  const session = new Session();
  session.connectToMainThread();
  const receive = (line: string) => {
    const request = JSON.parse(line) as KernelRequest;
    if (request.type === "exit") return end();
    if (request.type !== "interrupt") return parentPort?.postMessage(request);
    session.post("Runtime.terminateExecution", () => setTimeout(() => parentPort?.postMessage(request), SETTLE_MS));
  };
  const input = createReadStream("", { fd: REQUESTS });
  readLines(input, receive);
  input.on("end", end);
  input.on("error", end);
}

/** Ends the process whatever the cell does. */
function end(): void {
  process.kill(process.pid, "SIGKILL");
}
