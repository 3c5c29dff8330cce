import type { SessionLog } from "@tau/agent";
import type { ProcessOutcome, ProcessPort, ProcessRequest } from "../process/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import type { PermissionPolicy, PermissionRequest } from "./permission.ts";
import type { PermissionMode } from "./permission-mode.ts";
import type { AskPermission } from "./permit.ts";

/** A permission question for the user. */
export interface PermissionQuestion {
  readonly request: PermissionRequest;
  /** Why the user is asked. */
  readonly reason: string;
  /** The narrowest rules that would have answered the question; empty if no rule can. */
  readonly rules: readonly string[];
  /** The file change as a unified diff. */
  readonly diff?: string | undefined;
}

/** Reports a call that was refused because there was no way to ask the user. `rules` would have permitted it. */
export interface PermissionRefusal extends Omit<PermissionRequest, "call" | "judged"> {
  readonly type: "permission_refused";
  readonly toolCallId: string | undefined;
  readonly reason: string;
  readonly rules: readonly string[];
}

/** `session` and `always` add the rules of the question. `message` is shown to the model. */
export type PermissionReply =
  | { readonly allow: "once" | "session" | "always" }
  | { readonly allow: "no"; readonly message?: string };

export type AnswerPermission = (question: PermissionQuestion, signal?: AbortSignal) => Promise<PermissionReply>;

/** Decides whether a call of the model may take effect, for one session. */
export interface SessionPermission {
  readonly policy: PermissionPolicy;
  readonly ask: AskPermission;
  /** Shows questions in the current mode. If absent, calls that need an answer are refused. */
  answer?: AnswerPermission | undefined;
  /** Calls refused because there was no way to ask, including those of child sessions. */
  readonly refused?: PermissionRefusal[];
  /** Called for each of these refusals. */
  onRefused?: ((refusal: PermissionRefusal) => void) | undefined;
  /** The mode to use if none was chosen; known after the first decision. */
  defaultMode?: PermissionMode;
  /** Runs a permitted command of the model. */
  readonly runCommand?: (request: ProcessRequest, processes: ProcessPort) => Promise<ProcessOutcome>;
  /** Resolves to a function that tells which files a search of a folder must leave out, by their paths in it. */
  readonly hiddenIn?: (folder: string) => Promise<(path: string) => boolean>;
  /** Creates the permission of a child session with the same rules, answers and user. If absent, children share this permission. */
  readonly forChild?: (agent: string, cwd: string) => SessionPermission;
}

/** A workspace on another machine. There is no sandbox. */
export interface RemotePlace {
  /** Names the machine and the folder for the user. */
  readonly label: string;
  readonly cwd: string;
  readonly home: string;
  readonly readFile: (path: string) => Promise<Buffer>;
}

export interface PermissionSources {
  readonly settings: SettingsStore;
  readonly cwd: string;
  readonly agentDir: string;
  /** The machine and folder in which the tools work, if they do not work on this one. */
  readonly remote?: RemotePlace | undefined;
  /** The log of the user's session, also for its children. */
  readonly log: SessionLog;
  /** Returns whether the model is the demonstration that comes with Tau, which only does what it was scripted to do. */
  readonly isOwnModel?: () => boolean;
  /** The child session that asks. */
  readonly agent?: string;
  /** The permission of the user's session, if this one is for a child. */
  readonly parent?: SessionPermission;
}

/** Creates the permission of one session from its settings. If the settings neither ask nor deny anything, the policy is not loaded. */
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
    hiddenIn: async (folder) =>
      asksNothing() && !isRestricted(settings) ? () => false : await (await load()).hiddenIn(folder),
    forChild: (agent, cwd) => sessionPermission({ ...sources, agent, cwd, parent: sources.parent ?? permission }),
  };
  return permission;
}

/** Returns whether some rule applies even if nothing is asked. */
function isRestricted(settings: SettingsStore): boolean {
  if (settings.managed) return true;
  return (["global", "project"] as const).some((scope) => settings.layer(scope).permissions?.deny?.length);
}
