import {
  type AssistantMessage,
  type AssistantMessageEventStream,
  type Context,
  type Model,
  type SimpleStreamOptions,
  streamSimple,
} from "@tau/ai";
import { FallbackChain, isVirtualModel, withLevel } from "../../models/index.ts";
import type { SecretObfuscation } from "../../redaction/obfuscation.ts";
import { milliseconds, requestLimits } from "../../settings/index.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { ModelRouter, RoutedSession } from "../model/model-router.ts";
import { AgentSessionError } from "../session-error.ts";
import type { SessionHooks } from "../session-hooks.ts";
import type { CacheWarmer, WarmableRequest, WarmingPort } from "./cache-warming/cache-warmer.ts";
import type { FallbackSource } from "./rate-limit-fallback.ts";

type RequestHooks = Pick<SessionHooks, "onHeaders" | "streamListener">;

/**
 * Sends the requests of a session with current credentials: keys are looked up for each request, so that a renewed key is used. Remembers
 * the key last used for each provider, to identify the one that was rejected.
 */
export class CredentialedStream {
  private readonly services: Pick<Workspace, "models" | "settings" | "agentDir">;
  private readonly session: RoutedSession;
  private readonly hooks: RequestHooks | undefined;
  /** Keeps prompts in the provider's cache. The code is not loaded for models without a known cache lifetime. */
  private readonly warming: WarmingPort;
  warmer: CacheWarmer | undefined;
  /** Hides secrets from the model. Not loaded until there is a text that could contain one. */
  secrets: SecretObfuscation | undefined;
  private loadedRouter: ModelRouter | undefined;
  private readonly keys = new Map<string, { apiKey?: string | undefined; sessionId?: string | undefined }>();

  constructor(
    services: Pick<Workspace, "models" | "settings" | "agentDir">,
    session: RoutedSession,
    hooks: RequestHooks | undefined,
    warming: WarmingPort,
  ) {
    this.services = services;
    this.session = session;
    this.hooks = hooks;
    this.warming = warming;
  }

  readonly stream = async (wanted: Model, context: Context, given: SimpleStreamOptions = {}) => {
    const route = isVirtualModel(wanted) ? await (await this.router()).route(wanted, context, given) : undefined;
    const model = route?.model ?? wanted;
    const options = withLevel(given, route);
    const lifetime = this.cacheLifetime(model, context, options);
    if (lifetime === undefined) return await this.send(model, context, options);
    const { CacheWarmer } = await import("./cache-warming/cache-warmer.ts");
    this.warmer ??= new CacheWarmer(this.warming);
    this.warmer.begin();
    const stream = await this.send(model, context, options);
    const repeat = (signal: AbortSignal) => this.send(model, context, { ...options, signal });
    void this.follow(stream, { model, lifetime, repeat });
    return stream;
  };

  private async follow(stream: AssistantMessageEventStream, request: WarmableRequest): Promise<void> {
    const { stopReason, usage } = await stream.result();
    if (stopReason !== "error" && stopReason !== "aborted") this.warmer?.answered(request, usage);
  }

  /** Returns the cache lifetime in seconds for requests of a run. Only these have tools, and only these are followed by similar requests. */
  private cacheLifetime(model: Model, { tools = [] }: Context, { cacheRetention = "short" }: SimpleStreamOptions) {
    if (cacheRetention === "none" || tools.length === 0 || this.warming.mode() === "off") return undefined;
    return model.promptCache?.[cacheRetention];
  }

  private async send(model: Model, context: Context, options: SimpleStreamOptions) {
    const { models, settings } = this.services;
    const { sessionId } = options;
    const auth = await models.getApiKeyAndHeaders(model, sessionId === undefined ? {} : { sessionId });
    if (!auth.ok) throw new AgentSessionError("no-credentials", auth.error);
    const { ok: _, headers: own, baseUrl, ...credentials } = auth;
    this.keys.set(model.provider, { apiKey: credentials.apiKey, sessionId });
    const headers: Record<string, string | null> = { ...options.headers, ...own };
    await this.hooks?.onHeaders?.(headers);
    const allowed = settings.get("images.blockImages")
      ? (await import("./without-images.ts")).withoutImages(context)
      : context;
    const onProviderStreamEvent = both(this.hooks?.streamListener?.(), options.onProviderStreamEvent);
    const to = baseUrl ? { ...model, baseUrl } : models.current(model);
    const sent = await this.withoutSecrets(allowed, credentials.apiKey);
    return (models.ownStreams(to)?.streamSimple ?? streamSimple)(to, sent, {
      ...requestLimits(settings),
      websocketConnectTimeoutMs: milliseconds(settings.get("websocketConnectTimeoutMs")),
      ...options,
      ...credentials,
      headers,
      ...(onProviderStreamEvent ? { onProviderStreamEvent } : {}),
    });
  }

  private async withoutSecrets(context: Context, apiKey: string | undefined): Promise<Context> {
    const { agentDir, settings } = this.services;
    const level = settings.get("secrets.obfuscate");
    const { messages } = context;
    // Text as short as a greeting cannot contain a secret.
    if (level === "off" || (messages.length < 2 && JSON.stringify(messages).length < 96)) return context;
    const { SecretObfuscation } = await import("../../redaction/obfuscation.ts");
    this.secrets ??= new SecretObfuscation(agentDir);
    return this.secrets.hide(context, level, apiKey);
  }

  /** Called with each answer of a run, before it is recorded. */
  answered(message: AssistantMessage): void {
    this.loadedRouter?.answered(message);
  }

  private async router(): Promise<ModelRouter> {
    const { ModelRouter } = await import("../model/model-router.ts");
    this.loadedRouter ??= new ModelRouter(this.services.models, this.session);
    return this.loadedRouter;
  }

  /** Returns the alternatives to use if the key of the last request is rate limited. */
  fallback(): FallbackSource {
    const { models, settings } = this.services;
    const chain = new FallbackChain(models, () => settings.get("fallbackModels") ?? []);
    return {
      next: (limit) => chain.next({ ...limit, ...this.keys.get(limit.model.provider) }),
      succeeded: (model) => chain.succeeded(model),
    };
  }
}

type StreamListener = SimpleStreamOptions["onProviderStreamEvent"];

/** Calls the listener of extensions and that of the agent. */
function both(extensions: StreamListener, agent: StreamListener): StreamListener {
  if (!extensions || !agent) return extensions ?? agent;
  return async (data, model) => {
    await agent(data, model);
    await extensions(data, model);
  };
}
