import { parentPort, workerData } from "node:worker_threads";
import { convertHere, type PageTask } from "./page-tasks.ts";

/** Converts one text and ends. */
parentPort?.postMessage(convertHere(workerData as PageTask));
