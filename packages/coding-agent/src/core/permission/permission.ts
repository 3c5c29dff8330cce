/** What a call would do to the world. `unknown`: a tool that does not say. */
export type PermissionEffect = "read" | "write" | "execute" | "network" | "unknown";

export interface PermissionRequest {
  readonly tool: string;
  readonly effect: PermissionEffect;
  /** Absolute, or a URL: of the session itself, such as `skill://…`, or of a scheme that an extension or the client serves. */
  readonly paths?: readonly string[];
  readonly command?: string;
  readonly host?: string;
  /** The command is to run with the user's rights, although commands run confined. */
  readonly isUnconfined?: boolean;
  /** What the model called. Rules do not look at it; a question shows it. */
  readonly call?: { readonly id: string; readonly args: unknown };
  /** The child session that calls; absent for the user's own. */
  readonly agent?: string;
}

export type PermissionAnswer =
  | { readonly action: "allow" }
  /** `reason` is what the model reads. */
  | { readonly action: "deny"; readonly reason: string }
  /** `question` is what the user reads. */
  | { readonly action: "ask"; readonly question: string };

/** Stands between a model's call and its effect. */
export interface PermissionPolicy {
  decide(request: PermissionRequest, signal?: AbortSignal): PermissionAnswer | Promise<PermissionAnswer>;
}

/** Everything that the tools can do is allowed: the policy where nothing else is configured. */
export const allowAll: PermissionPolicy = { decide: () => ({ action: "allow" }) };
