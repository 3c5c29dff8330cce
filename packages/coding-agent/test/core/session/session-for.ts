import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionLog } from "@tau/agent";
import { createLog } from "@tau/agent/node";
import { type FauxProviderRegistration, type FauxResponseStep, registerFauxProvider } from "@tau/ai";
import { type CreateSessionOptions, createSession } from "../../../src/core/session/create-session.ts";
import { SessionRuntime } from "../../../src/core/session/replace/session-runtime.ts";
import type { Session } from "../../../src/core/session/session.ts";
import type { AgentSessionEvent } from "../../../src/core/session/session-event.ts";
import type { Workspace } from "../../../src/core/workspace/workspace.ts";
import { isolatedServices } from "../extensions/session-with.ts";

export interface SessionSetup extends AsyncDisposable {
  /** The present session of the runtime. */
  readonly session: Session;
  readonly runtime: SessionRuntime;
  readonly services: Workspace;
  readonly faux: FauxProviderRegistration;
  readonly cwd: string;
  /** Of the first session. */
  readonly events: AgentSessionEvent[];
}

export interface SessionOptions
  extends Pick<CreateSessionOptions, "hooks" | "tools" | "customTools" | "onListenerError"> {
  readonly inMemory?: boolean;
  /** Default: one in a file, or in memory. */
  readonly logIn?: (cwd: string) => SessionLog;
  readonly settings?: Parameters<Workspace["settings"]["applyOverrides"]>[0];
  readonly contextWindow?: number;
}

/** A session with a scripted model and no extensions, in a folder of its own, with nothing of this machine in it. */
export async function sessionFor(answers: FauxResponseStep[], options: SessionOptions = {}): Promise<SessionSetup> {
  const { inMemory = false, logIn, settings = {}, contextWindow = 100_000, ...parts } = options;
  const cwd = mkdtempSync(join(tmpdir(), "tau-session-"));
  const faux = registerFauxProvider({
    models: [
      { id: "one", reasoning: true, contextWindow },
      { id: "two", contextWindow },
    ],
  });
  faux.setResponses(answers);
  const services = await isolatedServices(cwd);
  services.settings.applyOverrides(settings);
  services.models.registerProvider("faux", { apiKey: "none", models: faux.models });
  const log = logIn?.(cwd) ?? (inMemory ? SessionLog.inMemory(cwd) : createLog(cwd, undefined, { home: cwd }));
  const runtime = await SessionRuntime.start(
    (log) => createSession({ services, log, model: faux.getModel(), ...parts }),
    log,
  );
  const events: AgentSessionEvent[] = [];
  runtime.session.subscribe((event) => events.push(event));
  return {
    get session() {
      return runtime.session;
    },
    runtime,
    services,
    faux,
    cwd,
    events,
    async [Symbol.asyncDispose]() {
      await runtime.dispose();
      faux.unregister();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

/** Resolves when the condition holds after one of the session's events. */
export async function eventually(session: Session, holds: () => boolean): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = session.subscribe(() => {
      if (!holds()) return;
      unsubscribe();
      resolve();
    });
  });
}
