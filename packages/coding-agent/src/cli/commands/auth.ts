import type { ModelRegistry } from "../../core/models/index.ts";
import { createSessionServices } from "../../core/session/session-services.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { readCommandLine } from "./command-line.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { words } = readCommandLine({}, args);
  const [action, provider] = words;
  const { models } = await createSessionServices();
  if (action === "check") return check(models, provider);
  if (action !== "print-api-key" || provider === undefined)
    throw usageError("Usage: tau auth check [provider], or tau auth print-api-key <provider>");
  const key = await models.getApiKeyForProvider(provider);
  if (key === undefined) throw new CliError(`There is no key for ${provider}.`, ExitCode.configuration);
  process.stdout.write(`${key}\n`);
  return ExitCode.done;
}

function check(models: ModelRegistry, provider: string | undefined): number {
  const providers = provider === undefined ? models.getProviders() : [provider];
  const states = providers.map((name) => ({ name, ...models.getProviderAuthStatus(name) }));
  const shown = provider === undefined ? states.filter(({ configured }) => configured) : states;
  for (const { name, configured, source, label } of shown)
    process.stdout.write(`${name}\t${configured ? `ok (${label ?? source ?? "configured"})` : "no credentials"}\n`);
  if (shown.some(({ configured }) => configured)) return ExitCode.done;
  throw new CliError("No credentials were found. Set a provider's key, or log in with /login.", ExitCode.configuration);
}
