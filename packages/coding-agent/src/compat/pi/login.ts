import type { AuthInteraction, AuthType, Credential } from "@tau/ai";
import type { ModelRegistry } from "../../core/models/index.ts";
import { ProviderRegistrations } from "../../core/models/providers/provider-registrations.ts";
import { AgentSessionError } from "../../core/session/session-error.ts";

/** How the program identifies itself. Passed to native providers. */
export interface LoginOptions {
  readonly getDeviceId?: () => string;
  readonly agentName?: string;
}

export interface LoginRequest {
  readonly provider: string;
  readonly type: AuthType;
  readonly interaction: AuthInteraction;
  readonly options?: LoginOptions;
}

/** Asks the user for the credential that a provider needs, and stores it. */
export async function login(models: ModelRegistry, request: LoginRequest): Promise<Credential> {
  const { provider, interaction } = request;
  interaction.signal?.throwIfAborted();
  const credential = await obtain(models, request);
  interaction.signal?.throwIfAborted();
  await models.authStorage.keepLogin(provider, credential);
  return credential;
}

async function obtain(models: ModelRegistry, { provider, type, interaction, options }: LoginRequest) {
  const { auth } = ProviderRegistrations.of(models).natives.get(provider) ?? models.getProvider(provider) ?? {};
  const talk = { ...interaction, signal: interaction.signal ?? new AbortController().signal };
  if (type === "api_key" && auth?.apiKey?.login) return await auth.apiKey.login(talk);
  if (type === "oauth") {
    const sign: ((talk: AuthInteraction, options?: LoginOptions) => Promise<Credential>) | undefined =
      auth?.oauth?.login.bind(auth.oauth);
    if (sign) return await sign(talk, options);
    const found = await models.authStorage.findLogin(provider);
    const { loginCallbacks } = await import("@tau/ai/oauth");
    if (found) return { ...(await found.login(loginCallbacks(talk))), type: "oauth" as const };
  }
  const kind = type === "oauth" ? "login" : "key to type in";
  throw new AgentSessionError("nothing-to-do", `${provider} has no ${kind}.`);
}
