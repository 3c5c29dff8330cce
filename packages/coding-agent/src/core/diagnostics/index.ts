export { DebugLog } from "./debug-log.ts";
export { markTime, reportTimes } from "./timing.ts";
