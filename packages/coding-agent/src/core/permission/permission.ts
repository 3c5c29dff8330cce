import type { JudgedPath } from "../files/judged-path.ts";

/** The effect of a tool call. `unknown`: the tool does not declare it. */
export type PermissionEffect = "read" | "write" | "execute" | "network" | "unknown";

/** What an extension thinks of a call. It counts like a rule of the user for this call. */
export interface PermissionOpinion {
  readonly decision: "allow" | "ask";
  readonly reason?: string;
}

export interface PermissionRequest {
  readonly tool: string;
  readonly effect: PermissionEffect;
  /** Absolute paths, or URLs: of the session itself, such as `skill://…`, or of a scheme that an extension or the client serves. */
  readonly paths?: readonly string[];
  /** Where the paths lead through links. A policy judges these too, because they are what a permitted call opens. */
  readonly judged?: readonly JudgedPath[] | undefined;
  readonly command?: string;
  readonly host?: string;
  /** The command is to run with the user's rights, although commands normally run in the sandbox. */
  readonly isUnconfined?: boolean;
  /** The program runs in the sandbox, as commands do. */
  readonly isConfined?: boolean;
  /** The model's call. Rules ignore it; a question shows it. */
  readonly call?: { readonly id: string; readonly args: unknown };
  readonly opinion?: PermissionOpinion | undefined;
  /** The child session that makes the call; absent for the user's own session. */
  readonly agent?: string;
}

export type PermissionAnswer =
  | { readonly action: "allow" }
  /** The model sees `reason`. */
  | { readonly action: "deny"; readonly reason: string }
  /** The user sees `question`. */
  | { readonly action: "ask"; readonly question: string };

/** Decides whether a call of the model may take effect. */
export interface PermissionPolicy {
  decide(request: PermissionRequest, signal?: AbortSignal): PermissionAnswer | Promise<PermissionAnswer>;
}

/** Allows everything. Used when nothing else is configured. */
export const allowAll: PermissionPolicy = { decide: () => ({ action: "allow" }) };
