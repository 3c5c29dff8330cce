import { ResourceLoader as FileResources } from "../resources/index.ts";
import {
  type CreateAgentSessionResult,
  createAgentSession as createSession,
  type CreateAgentSessionOptions as SessionOptions,
} from "../session/create-agent-session.ts";
import { createSessionServices, type SessionServices } from "../session/session-services.ts";
import { SettingsManager } from "../settings/index.ts";
import { DefaultResourceLoader, type ResourceLoader } from "./default-resource-loader.ts";
import type { ModelRuntime } from "./model-runtime.ts";

export interface CreateAgentSessionOptions extends SessionOptions {
  readonly settingsManager?: SettingsManager | undefined;
  readonly modelRuntime?: ModelRuntime | undefined;
  readonly resourceLoader?: ResourceLoader | undefined;
}

/** A session for a program. Every part can be given; what is not is made from the user's files. */
export async function createAgentSession(options: CreateAgentSessionOptions = {}): Promise<CreateAgentSessionResult> {
  const { settingsManager, modelRuntime, resourceLoader, ...rest } = options;
  const services = options.services ?? (await servicesFor(options));
  const inline = resourceLoader instanceof DefaultResourceLoader ? resourceLoader.extensionFactories : [];
  return await createSession({ ...rest, services, ...(inline.length > 0 ? { extensions: { inline } } : {}) });
}

async function servicesFor(options: CreateAgentSessionOptions): Promise<SessionServices> {
  const { modelRuntime, resourceLoader, cwd = options.sessionManager?.getCwd() ?? process.cwd() } = options;
  const settings = options.settingsManager ?? options.settings ?? SettingsManager.create(cwd, options.agentDir);
  return await createSessionServices({
    ...options,
    cwd,
    settings,
    models: modelRuntime?.registry ?? options.models,
    resources: resourceLoader ? asResources(resourceLoader, cwd, settings) : options.resources,
  });
}

/** A loader of the program's own answers what it answers; for the rest there is nothing. */
function asResources(loader: ResourceLoader, cwd: string, settings: SettingsManager): FileResources {
  return loader instanceof FileResources ? loader : Object.assign(new FileResources({ cwd, settings }), loader);
}
