import type { MessageAssembler } from "../../stream/message-assembler.ts";
import type { WireUsage } from "./wire.ts";

/** Subtracts cached tokens from the prompt count, because our `input` does not include them. */
export function readUsage(assembler: MessageAssembler, usage: WireUsage): void {
  const cacheRead =
    usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0;
  const cacheWrite = usage.prompt_tokens_details?.cache_write_tokens ?? 0;
  const reasoning = usage.completion_tokens_details?.reasoning_tokens;
  assembler.reportUsage({
    input: Math.max(0, (usage.prompt_tokens ?? 0) - cacheRead - cacheWrite),
    output: usage.completion_tokens ?? 0,
    cacheRead,
    cacheWrite,
    ...(reasoning !== undefined && { reasoning }),
  });
  if (typeof usage.cost === "number") assembler.reportBilledCost(usage.cost + upstreamCost(usage));
}

/** With the user's own key, the router bills its fee and the vendor bills the rest. */
function upstreamCost({ is_byok: isOwnKey, cost_details: details }: WireUsage): number {
  return isOwnKey ? (details?.upstream_inference_cost ?? 0) : 0;
}
