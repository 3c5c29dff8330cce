import type { Model } from "@tau/ai";
import type { AgentLoopConfig, StreamFn } from "../contract/config.ts";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { getDefaultStreamFn } from "../loop/stream-fn.ts";
import type { AgentRunConfig, AgentTransport } from "./agent-transport.ts";
import { runOver } from "./run-over.ts";

export interface ProviderTransportOptions {
  /** Default: the function that `setDefaultStreamFn` set. */
  readonly streamFn?: StreamFn;
  readonly getApiKey?: AgentLoopConfig["getApiKey"];
  /** For web pages that cannot call a vendor directly: receives the real base URL as its `url` parameter. */
  readonly corsProxyUrl?: string;
}

/** Calls the model directly from this program. */
export class ProviderTransport implements AgentTransport {
  private readonly options: ProviderTransportOptions;

  constructor(options: ProviderTransportOptions = {}) {
    this.options = options;
  }

  run(
    messages: AgentMessage[],
    userMessage: AgentMessage,
    config: AgentRunConfig,
    signal?: AbortSignal,
  ): AsyncIterable<AgentEvent> {
    const { streamFn = getDefaultStreamFn(), getApiKey, corsProxyUrl } = this.options;
    const routed = corsProxyUrl ? { ...config, model: throughCorsProxy(config.model, corsProxyUrl) } : config;
    return runOver(streamFn, getApiKey ? { getApiKey } : {}, { messages, userMessage, config: routed, signal });
  }
}

function throughCorsProxy(model: Model, corsProxyUrl: string): Model {
  return { ...model, baseUrl: `${corsProxyUrl.replace(/\/+$/, "")}/?url=${encodeURIComponent(model.baseUrl)}` };
}
