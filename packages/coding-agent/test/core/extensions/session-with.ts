import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionLog } from "@tau/agent";
import { type FauxProviderRegistration, type FauxResponseStep, registerFauxProvider } from "@tau/ai";
import { ExtensionRunner } from "../../../src/compat/pi/extension-runner.ts";
import { AuthStorage } from "../../../src/core/auth/index.ts";
import type { ExtensionHost } from "../../../src/core/extensions/host/extension-host.ts";
import type { ExtensionError, ExtensionPath, InlineExtension } from "../../../src/core/extensions/index.ts";
import type { ExtensionBindings, SessionExtensions } from "../../../src/core/extensions/session/session-extensions.ts";
import { builtInCatalogue, ModelRegistry } from "../../../src/core/models/index.ts";
import { ResourceLoader } from "../../../src/core/resources/index.ts";
import { type CreateSessionOptions, createSession } from "../../../src/core/session/create-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { SettingsStore } from "../../../src/core/settings/index.ts";
import { openWorkspace, type Workspace } from "../../../src/core/workspace/workspace.ts";

export interface SessionWithExtensions extends AsyncDisposable {
  readonly session: Session;
  readonly extensions: SessionExtensions;
  readonly host: ExtensionHost;
  readonly services: Workspace;
  readonly faux: FauxProviderRegistration;
  readonly cwd: string;
  readonly errors: ExtensionError[];
}

export interface SessionWithOptions extends Omit<CreateSessionOptions, "extensions"> {
  readonly answers?: FauxResponseStep[];
  readonly paths?: readonly (string | ExtensionPath)[];
  readonly flags?: ReadonlyMap<string, string | true>;
  readonly bindings?: Partial<ExtensionBindings>;
}

/** A session in memory, with a scripted model and these extensions; started, with nothing of this machine in it. */
export async function sessionWith(
  inline: InlineExtension[],
  { answers = [], paths = [], flags, bindings = {}, ...options }: SessionWithOptions = {},
): Promise<SessionWithExtensions> {
  const cwd = mkdtempSync(join(tmpdir(), "tau-session-"));
  const faux = registerFauxProvider({ models: [{ id: "one", reasoning: true }, { id: "two" }] });
  faux.setResponses(answers);
  const services = await isolatedServices(cwd);
  services.models.registerProvider("faux", { apiKey: "none", models: faux.models });
  const { session } = await createSession({
    services,
    log: SessionLog.inMemory(cwd),
    model: faux.getModel(),
    ...options,
    extensions: { inline, paths, noExtensions: true, flags },
  });
  const { extensions } = session;
  if (!extensions?.host) throw new Error("The session has no extensions.");
  const errors: ExtensionError[] = [];
  await extensions.start({ mode: "print", onError: (error) => errors.push(error), ...bindings });
  return {
    session,
    extensions,
    host: extensions.host,
    services,
    faux,
    cwd,
    errors,
    async [Symbol.asyncDispose]() {
      await session.dispose();
      faux.unregister();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

export async function isolatedServices(cwd: string): Promise<Workspace> {
  const settings = SettingsStore.inMemory();
  const auth = AuthStorage.inMemory();
  const models = new ModelRegistry({ auth, catalogue: builtInCatalogue, modelsPath: null });
  const resources = new ResourceLoader({ cwd, agentDir: cwd, home: cwd, settings });
  await resources.reload();
  return await openWorkspace({ cwd, agentDir: cwd, settings, models, resources });
}

/** The extensions of a session, as programs written for pi hold them. */
export function runnerOf({ extensions }: Pick<Session, "extensions">): ExtensionRunner {
  if (!extensions?.host) throw new Error("The session has no extensions.");
  return ExtensionRunner.of(extensions.host.generation);
}
