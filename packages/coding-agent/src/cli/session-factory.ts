import type { HostedExtensions } from "../core/extensions/session/hosted-extensions.ts";
import type { AgentSession } from "../core/session/agent-session.ts";
import { createAgentSession } from "../core/session/create-agent-session.ts";
import type { SessionFactory, SessionStartReason } from "../core/session/session-runtime.ts";
import { createSessionServices, type SessionServices } from "../core/session/session-services.ts";
import type { Options } from "./options.ts";
import { resourceOptions, trustedSettings } from "./resource-flags.ts";
import type { ModelFlags } from "./select-model.ts";

/** Makes each session of this process: the first as the flags ask, a new one with the model in use, a resumed one with its own. */
export function sessionFactory(
  options: Options,
  services: SessionServices,
  flags: ModelFlags,
  extensions: HostedExtensions | undefined,
): SessionFactory {
  let previous: AgentSession | undefined;
  let host = extensions;
  let present = services;
  return async (log, { reason }) => {
    present = await servicesFor(log.getCwd(), present, options);
    if (previous) host = await host?.reopen(present);
    const result = await createAgentSession({
      services: present,
      sessionManager: log,
      ...modelFor(reason, flags, previous),
      extensions: host ?? { noExtensions: true },
      tools: options.tools,
      excludeTools: options.excludeTools,
      noTools: options.noTools ? "all" : options.noBuiltinTools ? "builtin" : undefined,
    });
    previous = result.session;
    return result;
  };
}

function modelFor(reason: SessionStartReason, flags: ModelFlags, previous: AgentSession | undefined) {
  if (!previous || reason === "startup") return flags;
  const scopedModels = previous.choice.scoped;
  if (reason === "resume") return { scopedModels };
  return { model: previous.model, thinkingLevel: previous.thinkingLevel, scopedModels };
}

/** A session runs in its own folder, with that folder's settings; credentials and models are the same everywhere. */
async function servicesFor(cwd: string, present: SessionServices, options: Options): Promise<SessionServices> {
  if (cwd === present.cwd || cwd === "") return present;
  const { agentDir, models } = present;
  const settings = await trustedSettings(options, cwd);
  return await createSessionServices({ cwd, agentDir, models, settings, resourceOptions: resourceOptions(options) });
}
