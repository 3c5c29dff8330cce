import type { SessionLog } from "@tau/agent";
import type { ProcessOutcome, ProcessPort, ProcessRequest } from "../process/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import type { PermissionPolicy, PermissionRequest } from "./permission.ts";
import type { PermissionMode } from "./permission-mode.ts";
import type { AskPermission } from "./permit.ts";

/** What a question shows. */
export interface PermissionQuestion {
  readonly request: PermissionRequest;
  /** Why it is asked. */
  readonly reason: string;
  /** The narrowest rules that would have answered it; empty where none can. */
  readonly rules: readonly string[];
  /** What a change of a file comes to, as a unified diff. */
  readonly diff?: string | undefined;
}

/** A question that could not be put to a user. */
export type PermissionRefusal = Omit<PermissionQuestion, "diff">;

/** `session` and `always` add the rules of the question. `message` is for the model. */
export type PermissionReply =
  | { readonly allow: "once" | "session" | "always" }
  | { readonly allow: "no"; readonly message?: string };

export type AnswerPermission = (question: PermissionQuestion, signal?: AbortSignal) => Promise<PermissionReply>;

/** Stands between a model's call and its effect. */
export interface SessionPermission {
  readonly policy: PermissionPolicy;
  readonly ask: AskPermission;
  /** How a mode shows questions. Absent: what would ask is refused. */
  answer?: AnswerPermission | undefined;
  /** What was refused because there was no way to ask, those of child sessions included. */
  readonly refused?: PermissionRefusal[];
  /** Told of each of them. */
  onRefused?: ((refusal: PermissionRefusal) => void) | undefined;
  /** The mode that holds where none was chosen; known after the first decision. */
  defaultMode?: PermissionMode;
  /** Runs a command of the model that was permitted. */
  readonly runCommand?: (request: ProcessRequest, processes: ProcessPort) => Promise<ProcessOutcome>;
  /** For a child session: the same rules, answers and user. Absent: children have this very permission. */
  readonly forChild?: (agent: string, cwd: string) => SessionPermission;
}

export interface PermissionSources {
  readonly settings: SettingsStore;
  readonly cwd: string;
  readonly agentDir: string;
  /** Of the user's session, also for its children. */
  readonly log: SessionLog;
  /** Whether the model is the one that comes with Tau, which does what it was written to do. */
  readonly isOwnModel?: () => boolean;
  /** The child session that asks. */
  readonly agent?: string;
  /** The permission of the user's session, where this is that of a child. */
  readonly parent?: SessionPermission;
}

/** The permission of one session, by its settings. Where they ask and deny nothing, nothing of the policy is loaded. */
export function sessionPermission(sources: PermissionSources): SessionPermission {
  const { settings } = sources;
  const load = async () => (await import("./session-rules.ts")).rulesOf(permission, sources);
  const asksNothing = () => settings.get("permissionMode") === "yolo" || sources.isOwnModel?.() === true;
  const permission: SessionPermission = {
    refused: [],
    policy: {
      decide: async (request) =>
        asksNothing() && !isRestricted(settings) ? { action: "allow" } : await (await load()).decide(request),
    },
    ask: async (reason, request, signal) => await (await load()).ask(reason, request, signal),
    runCommand: async (request, processes) => await (asksNothing() ? processes : await load()).run(request, processes),
    forChild: (agent, cwd) => sessionPermission({ ...sources, agent, cwd, parent: sources.parent ?? permission }),
  };
  return permission;
}

/** Whether some rule holds even where nothing is asked. */
function isRestricted(settings: SettingsStore): boolean {
  const { deny, ask } = settings.managed().permissions ?? {};
  return [deny, ask, ...(["global", "project"] as const).map((scope) => settings.layer(scope).permissions?.deny)].some(
    (rules) => rules?.length,
  );
}
