import type { MessageAssembler } from "../../stream/message-assembler.ts";
import type { WireUsage } from "./wire.ts";

/** The prompt count includes cached tokens; ours does not. */
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

/** With a key of the user's own, the router bills its fee and the vendor the rest. */
function upstreamCost({ is_byok: isOwnKey, cost_details: details }: WireUsage): number {
  return isOwnKey ? (details?.upstream_inference_cost ?? 0) : 0;
}
