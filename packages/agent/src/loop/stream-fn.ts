import type { StreamFn } from "../contract/config.ts";
import { AgentError } from "../errors.ts";

let defaultStreamFn: StreamFn | undefined;

/** Sets the stream function for runs started without one; a host with a model registry sets it once. */
export function setDefaultStreamFn(streamFn: StreamFn | undefined): void {
  defaultStreamFn = streamFn;
}

export function getDefaultStreamFn(): StreamFn {
  if (defaultStreamFn) return defaultStreamFn;
  throw new AgentError(
    "no-stream-function",
    "No stream function: pass one, or set a default with setDefaultStreamFn().",
  );
}
