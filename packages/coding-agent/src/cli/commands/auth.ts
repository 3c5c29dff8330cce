import { homedir } from "node:os";
import { findProvider } from "../../core/models/choice/find-provider.ts";
import { type ModelRegistry, resolveRequestedModel } from "../../core/models/index.ts";
import { printExactly, printRow } from "../../core/output/print.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { loadEnvFiles } from "../../core/settings/index.ts";
import { openWorkspace } from "../../core/workspace/workspace.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { flag, text } from "../options/option.ts";
import { readCommandLine } from "./command-line.ts";
import { tellProblems } from "./command-settings.ts";

const table = {
  provider: text({ group: "Model", placeholder: "provider", description: "Whose credentials" }),
  model: text({ group: "Model", placeholder: "model", description: "Check the provider of this model" }),
  json: flag({ group: "Output", description: "As JSON" }),
  credentials: flag({ group: "Output", description: "Show the credential too" }),
  noRefresh: flag({ group: "Process", description: "Do not renew a login that has ended" }),
  minExpiry: text({
    group: "Process",
    placeholder: "duration",
    description: "How long the token must remain valid, such as 30m",
  }),
} as const;

const USAGE =
  "Usage: tau auth check [provider] [--model <model>] [--json] [--credentials] [--no-refresh], or tau auth print-api-key|print-bearer-token <provider> [--min-expiry <30m>]";

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(table, args);
  const [action, word, ...others] = words;
  if (others.length > 0) throw usageError(USAGE);
  loadEnvFiles({ cwd: process.cwd(), agentDir: getAgentDir(), home: homedir(), projectTrusted: false });
  const { models } = await openWorkspace();
  tellProblems([...models.authStorage.diagnostics(), ...models.diagnostics()]);
  const provider = await providerOf(models, { ...options, provider: word ?? options.provider });
  if (action === "check")
    return provider === undefined
      ? listReady(models, options)
      : await checkOne(models, provider, { ...options, refresh: !options.noRefresh });
  if ((action !== "print-api-key" && action !== "print-bearer-token") || provider === undefined)
    throw usageError(USAGE);
  const key =
    action === "print-api-key"
      ? await models.getApiKeyForProvider(provider)
      : await bearerToken(models, provider, options.minExpiry);
  if (key === undefined) throw new CliError(`There is no key for ${provider}.`, ExitCode.configuration);
  printExactly(`${key}\n`);
  return ExitCode.done;
}

async function providerOf(
  registry: ModelRegistry,
  { provider, model }: { provider?: string | undefined; model?: string | undefined },
): Promise<string | undefined> {
  if (model === undefined) return provider && (findProvider(provider, registry) ?? provider);
  const found = await resolveRequestedModel({ model, provider, registry });
  if ("error" in found) throw new CliError(found.error, ExitCode.configuration);
  return found.model.provider;
}

async function bearerToken(
  models: ModelRegistry,
  provider: string,
  minExpiry: string | undefined,
): Promise<string | undefined> {
  const { authStorage } = models;
  if (!authStorage.isUsingOAuth(provider))
    throw new CliError(`Not signed in to ${provider}. Run /login.`, ExitCode.configuration);
  if (minExpiry === undefined) return await models.getApiKeyForProvider(provider);
  const minValidityMs = milliseconds(minExpiry);
  const key = await authStorage.getApiKey(provider, { minValidityMs });
  const credential = authStorage.get(provider);
  if (credential?.type === "oauth" && credential.expires - Date.now() < minValidityMs)
    throw new CliError(`${provider} has no token that remains valid for ${minExpiry}.`, ExitCode.configuration);
  return key;
}

function milliseconds(duration: string): number {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(duration) ?? [];
  if (amount === undefined) throw usageError(`--min-expiry takes a number with ms, s, m or h, not "${duration}".`);
  return Number(amount) * (UNITS[unit] ?? 0);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function listReady(models: ModelRegistry, { json }: { json?: true }): number {
  const ready = models.getProviders().flatMap((provider) => {
    const { configured, source, label } = models.getProviderAuthStatus(provider);
    return configured ? [{ provider, status: "ready", source: label ?? source ?? "configured" }] : [];
  });
  if (json) printExactly(`${JSON.stringify(ready)}\n`);
  else for (const { provider, source } of ready) printRow(provider, `ready (${source})`);
  if (ready.length > 0) return ExitCode.done;
  if (json) return ExitCode.runFailed;
  throw new CliError("No credentials were found. Set a provider's key, or log in with /login.", ExitCode.configuration);
}

interface CheckOptions {
  readonly refresh: boolean;
  readonly json?: true;
  readonly credentials?: true;
}

/** Prints the state as one word on stdout, so that a script can compare it; the exit code says the same. */
async function checkOne(models: ModelRegistry, provider: string, options: CheckOptions): Promise<number> {
  const { credential, ...state } = await checkAuth(models, provider, options);
  const shown = options.credentials && credential !== undefined ? { ...state, credential } : state;
  if (options.json) printExactly(`${JSON.stringify(shown)}\n`);
  else printExactly([state.status, ...("credential" in shown ? [shown.credential] : [])].join("\n").concat("\n"));
  return EXIT_CODES[state.status];
}

const EXIT_CODES: Readonly<Record<AuthState["status"], number>> = { ready: 0, not_ready: 1, invalid: 2 };

interface AuthState {
  readonly status: "ready" | "not_ready" | "invalid";
  readonly provider: string;
  readonly reason?: "provider_not_found" | "credentials_not_configured" | "credential_not_available";
  readonly authType?: "api_key" | "oauth";
  /** Where the credential comes from. */
  readonly source?: string;
  readonly credential?: string;
}

/** Checks whether a request to the provider would have a credential now. To find out, runs commands and renews logins, unless `refresh` is off. */
async function checkAuth(
  models: ModelRegistry,
  provider: string,
  { refresh }: { readonly refresh: boolean },
): Promise<AuthState> {
  if (!models.getProviders().includes(provider)) return { status: "invalid", provider, reason: "provider_not_found" };
  const { configured, source, label } = models.getProviderAuthStatus(provider);
  if (!configured) return { status: "not_ready", provider, reason: "credentials_not_configured" };
  const authType = models.authStorage.isUsingOAuth(provider) ? "oauth" : "api_key";
  const from = label ?? source;
  const known = { provider, authType, ...(from ? { source: from } : {}) } as const;
  const credential = await resolve(models, provider, refresh);
  if (credential === undefined) return { status: "not_ready", ...known, reason: "credential_not_available" };
  return { status: "ready", ...known, credential };
}

async function resolve(models: ModelRegistry, provider: string, refresh: boolean): Promise<string | undefined> {
  if (refresh) return await models.getApiKeyForProvider(provider);
  const stored = models.authStorage.get(provider);
  if (stored?.type === "oauth" && stored.expires <= Date.now()) return undefined;
  return await models.authStorage.getApiKey(provider, { minValidityMs: Number.NEGATIVE_INFINITY });
}
