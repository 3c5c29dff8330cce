import {
  type AssistantMessage,
  type Context,
  type Model,
  type SimpleStreamOptions,
  streamSimple,
  type Usage,
} from "@tau/ai";
import { FallbackChain, isVirtualModel, withLevel } from "../models/index.ts";
import type { CacheWarmer, WarmableRequest } from "./cache-warmer.ts";
import type { ModelRouter, RoutedSession } from "./model-router.ts";
import type { FallbackSource } from "./rate-limit-fallback.ts";
import { AgentSessionError } from "./session-error.ts";
import type { SessionHooks } from "./session-hooks.ts";
import type { SessionServices } from "./session-services.ts";

type RequestHooks = Pick<SessionHooks, "onHeaders" | "streamListener" | "onCacheWarming">;

/**
 * Requests of a session, with the credentials of the moment: keys are asked for at each one, so that one that was renewed
 * meanwhile is used. It remembers which key a provider was asked with, to name the one that was refused.
 */
export class CredentialedStream {
  private readonly services: Pick<SessionServices, "models" | "settings">;
  private readonly session: RoutedSession;
  private readonly hooks: RequestHooks | undefined;
  private loadedRouter: ModelRouter | undefined;
  private warmer: CacheWarmer | undefined;
  private latest: WarmableRequest | undefined;
  private readonly keys = new Map<string, { apiKey?: string | undefined; sessionId?: string | undefined }>();

  constructor(
    services: Pick<SessionServices, "models" | "settings">,
    session: RoutedSession,
    hooks: RequestHooks | undefined,
  ) {
    this.services = services;
    this.session = session;
    this.hooks = hooks;
  }

  readonly stream = async (wanted: Model, context: Context, given: SimpleStreamOptions = {}) => {
    const { models, settings } = this.services;
    const route = isVirtualModel(wanted) ? await (await this.router()).route(wanted, context, given) : undefined;
    const model = route?.model ?? wanted;
    const options = withLevel(given, route);
    const { sessionId } = options;
    const auth = await models.getApiKeyAndHeaders(model, sessionId === undefined ? {} : { sessionId });
    if (!auth.ok) throw new AgentSessionError("no-credentials", auth.error);
    const { ok: _, headers: own, baseUrl, ...credentials } = auth;
    this.keys.set(model.provider, { apiKey: credentials.apiKey, sessionId });
    const headers: Record<string, string | null> = { ...options.headers, ...own };
    await this.hooks?.onHeaders?.(headers);
    const onProviderStreamEvent = this.hooks?.streamListener?.();
    const request = {
      model: baseUrl ? { ...model, baseUrl } : model,
      context,
      options: { ...settings.getProviderRetrySettings(), ...options, ...credentials, headers },
    };
    if (this.session.agent().state.isStreaming) this.latest = request;
    return streamSimple(request.model, context, {
      ...request.options,
      ...(onProviderStreamEvent ? { onProviderStreamEvent } : {}),
    });
  };

  /** Called with each answer of a run, before it is written down. */
  answered(message: AssistantMessage): void {
    this.loadedRouter?.answered(message);
    const { latest } = this;
    const isRemembered = latest?.model.promptCache && this.warmingMode() !== "off";
    if (isRemembered && message.stopReason !== "error" && message.stopReason !== "aborted")
      void this.keepWarm(latest, message.usage);
    else this.warmer?.cancel();
  }

  /** The run is over. */
  settled(): void {
    this.warmer?.settled();
  }

  close(): void {
    this.latest = undefined;
    this.warmer?.cancel();
  }

  private warmingMode() {
    return this.services.settings.getGlobalSettings().cacheWarming ?? "streaming";
  }

  private async keepWarm(request: WarmableRequest, usage: Usage): Promise<void> {
    const { CacheWarmer } = await import("./cache-warmer.ts");
    this.warmer ??= new CacheWarmer({
      mode: () => this.warmingMode(),
      send: async ({ model, context, options: { signal: _, ...options } }) =>
        await streamSimple(model, context, options).result(),
      decide: async (decision) => (await this.hooks?.onCacheWarming?.(decision)) ?? decision.action,
      onWarmed: ({ provider, id }, spent) => this.session.log.appendUsage("cache_warm", provider, id, spent),
    });
    if (this.latest === request) this.warmer.start(request, usage);
  }

  private async router(): Promise<ModelRouter> {
    const { ModelRouter } = await import("./model-router.ts");
    this.loadedRouter ??= new ModelRouter(this.services.models, this.session);
    return this.loadedRouter;
  }

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
