import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { streamProxy } from "../proxy/stream-proxy.ts";
import type { AgentRunConfig, AgentTransport } from "./agent-transport.ts";
import { runOver } from "./run-over.ts";

export interface AppTransportOptions {
  readonly proxyUrl: string;
  /** Called before each request. */
  readonly getAuthToken: () => string | Promise<string>;
  readonly fetch?: typeof globalThis.fetch;
}

/** Lets a server call the model: it identifies the user, holds the keys and counts the usage. */
export class AppTransport implements AgentTransport {
  private readonly options: AppTransportOptions;

  constructor(options: AppTransportOptions) {
    this.options = options;
  }

  run(
    messages: AgentMessage[],
    userMessage: AgentMessage,
    config: AgentRunConfig,
    signal?: AbortSignal,
  ): AsyncIterable<AgentEvent> {
    const { proxyUrl, getAuthToken, fetch } = this.options;
    return runOver(
      async (model, context, options) =>
        streamProxy(model, context, { ...options, ...(fetch && { fetch }), proxyUrl, authToken: await getAuthToken() }),
      {},
      { messages, userMessage, config, signal },
    );
  }
}
