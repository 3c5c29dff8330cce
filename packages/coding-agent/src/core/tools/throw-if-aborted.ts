import { ToolError } from "./tool-error.ts";

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ToolError("aborted", "Operation aborted");
}
