import { RequestError } from "../../ai-error.ts";
import type { ThinkingLevel } from "../../contract/model.ts";
import type { ServerSentEvent } from "../../framing/server-sent-events.ts";
import { ratesInTier } from "../../models/service-tier.ts";
import { vendorEffort } from "../../models/thinking-effort.ts";
import type { MessageAssembler } from "../../stream/message-assembler.ts";
import { cutStreamError } from "../../transport/body/unexpected-body.ts";
import { streamError } from "../../transport/http-error.ts";
import { parseEventData } from "../event-data.ts";
import type { Decoder, DecodeTarget } from "../protocol.ts";
import { NO_EFFORT, tellsEffortInPlace } from "./compat.ts";
import { grammarInputs } from "./grammar-tool.ts";
import { OutputItems } from "./output-items.ts";
import type { StreamEvent, WireResponse } from "./wire.ts";

/** Converts the events of the Responses API into blocks: one output item is one block. */
export class ResponseEventDecoder implements Decoder<ServerSentEvent> {
  finished = false;
  private readonly assembler: MessageAssembler;
  private readonly target: DecodeTarget;
  private readonly items: OutputItems;

  constructor(assembler: MessageAssembler, target: DecodeTarget) {
    this.assembler = assembler;
    this.target = target;
    const { reasoningEffort } = target.options as { reasoningEffort?: ThinkingLevel };
    const effort = tellsEffortInPlace(target.model)
      ? vendorEffort(target.model, reasoningEffort, NO_EFFORT)
      : undefined;
    if (effort !== undefined) assembler.message.providerThinkingLevel = effort;
    this.items = new OutputItems(assembler, grammarInputs(target.model, target.context));
  }

  accept({ data }: ServerSentEvent): void {
    if (data === "[DONE]") return;
    this.acceptEvent(parseEventData<StreamEvent>(this.target.model.provider, data));
  }

  acceptEvent(event: StreamEvent): void {
    switch (event.type) {
      case "response.created":
        this.assembler.reportResponse(event.response ?? {});
        break;
      case "response.completed":
      case "response.done":
      case "response.incomplete":
        if (event.response?.status === "failed" || event.response?.status === "cancelled") throw this.failure(event);
        this.finish(event.response ?? {});
        break;
      case "response.failed":
      case "response.cancelled":
      case "error":
        throw this.failure(event);
      default:
        this.items.accept(event);
    }
  }

  end(): void {
    if (!this.finished) throw cutStreamError(this.target.model.provider);
  }

  private finish(response: WireResponse): void {
    this.finished = true;
    this.assembler.reportResponse(response);
    this.assembler.reportRates(ratesInTier(this.target.model, this.tierOf(response)));
    this.readUsage(response);
    const reason = response.incomplete_details?.reason;
    const status = response.status ?? "completed";
    this.assembler.reportStopReason(reason ? `${status}.${reason}` : status);
    if (reason === "content_filter") {
      throw new RequestError(
        `${this.target.model.provider} withheld the answer (content_filter). Rephrase the request or choose another model.`,
        { code: "invalid-request" },
      );
    }
    this.assembler.finish(response.status === "incomplete" ? "length" : "stop");
  }

  /** Returns the tier that served the request, which may be lower than the requested one. */
  private tierOf({ service_tier: served }: WireResponse): string | undefined {
    const asked = (this.target.options as { serviceTier?: string }).serviceTier;
    return served ?? asked;
  }

  private readUsage({ usage }: WireResponse): void {
    if (!usage) return;
    const cacheRead = usage.input_tokens_details?.cached_tokens ?? 0;
    const cacheWrite = usage.input_tokens_details?.cache_write_tokens ?? 0;
    const reasoning = usage.output_tokens_details?.reasoning_tokens;
    this.assembler.reportUsage({
      input: Math.max(0, (usage.input_tokens ?? 0) - cacheRead - cacheWrite),
      output: usage.output_tokens ?? 0,
      cacheRead,
      cacheWrite,
      ...(reasoning !== undefined && { reasoning }),
    });
  }

  private failure(event: StreamEvent): RequestError {
    const { provider } = this.target.model;
    if (event.response) this.assembler.reportResponse(event.response);
    const said = event.message ?? event.response?.status ?? event.type;
    const error = event.response?.error ?? event.error ?? { message: said, code: event.code };
    return streamError(provider, error, this.target.secrets);
  }
}
