import { type Context, type Model, type SimpleStreamOptions, streamSimple } from "@tau/ai";
import { FallbackChain } from "../models/index.ts";
import type { FallbackSource } from "./rate-limit-fallback.ts";
import { AgentSessionError } from "./session-error.ts";
import type { SessionHooks } from "./session-hooks.ts";
import type { SessionServices } from "./session-services.ts";

type RequestHooks = Pick<SessionHooks, "onHeaders" | "streamListener">;

/**
 * Requests of a session, with the credentials of the moment: keys are asked for at each one, so that one that was renewed
 * meanwhile is used. It remembers which key a provider was asked with, to name the one that was refused.
 */
export class CredentialedStream {
  private readonly services: Pick<SessionServices, "models" | "settings">;
  private readonly hooks: RequestHooks | undefined;
  private readonly keys = new Map<string, { apiKey?: string | undefined; sessionId?: string | undefined }>();

  constructor(services: Pick<SessionServices, "models" | "settings">, hooks: RequestHooks | undefined) {
    this.services = services;
    this.hooks = hooks;
  }

  readonly stream = async (model: Model, context: Context, options: SimpleStreamOptions = {}) => {
    const { models, settings } = this.services;
    const { sessionId } = options;
    const auth = await models.getApiKeyAndHeaders(model, sessionId === undefined ? {} : { sessionId });
    if (!auth.ok) throw new AgentSessionError("no-credentials", auth.error);
    const { ok: _, headers: own, ...credentials } = auth;
    this.keys.set(model.provider, { apiKey: credentials.apiKey, sessionId });
    const headers: Record<string, string | null> = { ...options.headers, ...own };
    await this.hooks?.onHeaders?.(headers);
    const allowed = settings.getBlockImages() ? (await import("./without-images.ts")).withoutImages(context) : context;
    const onProviderStreamEvent = this.hooks?.streamListener?.();
    return streamSimple(model, allowed, {
      ...settings.getProviderRetrySettings(),
      websocketConnectTimeoutMs: settings.getWebSocketConnectTimeoutMs(),
      ...options,
      ...credentials,
      headers,
      ...(onProviderStreamEvent ? { onProviderStreamEvent } : {}),
    });
  };

  /** What to go on with where the key of the last request is rate limited. */
  fallback(): FallbackSource {
    const { models, settings } = this.services;
    const chain = new FallbackChain(models, () => settings.get("fallbackModels") ?? []);
    return {
      next: (limit) => chain.next({ ...limit, ...this.keys.get(limit.model.provider) }),
      succeeded: (model) => chain.succeeded(model),
    };
  }
}
