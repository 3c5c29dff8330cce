import { homedir } from "node:os";
import { type ModelRegistry, resolveRequestedModel } from "../../core/models/index.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { createSessionServices } from "../../core/session/session-services.ts";
import { loadEnvFiles } from "../../core/settings/index.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { flag, text } from "../option.ts";
import { readCommandLine } from "./command-line.ts";

const table = {
  provider: text({ group: "Model", placeholder: "provider", description: "Whose credentials" }),
  model: text({ group: "Model", placeholder: "model", description: "Of the provider of this model" }),
  json: flag({ group: "Output", description: "As JSON" }),
} as const;

const USAGE =
  "Usage: tau auth check [provider] [--model <model>] [--json], or tau auth print-api-key|print-bearer-token <provider>";

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(table, args);
  const [action, word] = words;
  loadEnvFiles({ cwd: process.cwd(), agentDir: getAgentDir(), home: homedir(), projectTrusted: false });
  const { models } = await createSessionServices();
  const provider = await providerOf(models, { ...options, provider: word ?? options.provider });
  if (action === "check") return check(models, provider, options);
  if ((action !== "print-api-key" && action !== "print-bearer-token") || provider === undefined)
    throw usageError(USAGE);
  if (action === "print-bearer-token" && !models.authStorage.isUsingOAuth(provider))
    throw new CliError(`${provider} is not logged in to. Use /login.`, ExitCode.configuration);
  const key = await models.getApiKeyForProvider(provider);
  if (key === undefined) throw new CliError(`There is no key for ${provider}.`, ExitCode.configuration);
  process.stdout.write(`${key}\n`);
  return ExitCode.done;
}

async function providerOf(
  registry: ModelRegistry,
  { provider, model }: { provider?: string | undefined; model?: string | undefined },
): Promise<string | undefined> {
  if (model === undefined) return provider;
  const found = await resolveRequestedModel({ model, provider, registry });
  if ("error" in found) throw new CliError(found.error, ExitCode.configuration);
  return found.model.provider;
}

interface ProviderState {
  readonly provider: string;
  readonly status: "ready" | "not_ready";
  readonly source?: string;
}

function check(models: ModelRegistry, provider: string | undefined, { json }: { json?: true }): number {
  const states = (provider === undefined ? models.getProviders() : [provider]).map((name): ProviderState => {
    const { configured, source, label } = models.getProviderAuthStatus(name);
    const from = label ?? source;
    return { provider: name, status: configured ? "ready" : "not_ready", ...(from ? { source: from } : {}) };
  });
  const shown = provider === undefined ? states.filter(({ status }) => status === "ready") : states;
  if (json) process.stdout.write(`${JSON.stringify(provider === undefined ? shown : shown[0])}\n`);
  else for (const state of shown) process.stdout.write(`${describe(state)}\n`);
  if (shown.some(({ status }) => status === "ready")) return ExitCode.done;
  if (json || provider !== undefined) return ExitCode.runFailed;
  throw new CliError("No credentials were found. Set a provider's key, or log in with /login.", ExitCode.configuration);
}

function describe({ provider, status, source = "configured" }: ProviderState): string {
  return `${provider}\t${status === "ready" ? `ready (${source})` : "not_ready"}`;
}
