import type { Static, TObject, TUnsafe } from "typebox";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import type { Session } from "../../core/session/session.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import type { HostTools } from "./host/host-tools.ts";
import type { HostUris } from "./host/host-uris.ts";
import type { PermissionRequests } from "./permission-requests.ts";

/** What a command works with: the current session and the client. */
export interface RpcContext {
  readonly runtime: SessionRuntime;
  readonly session: Session;
  readonly services: Workspace;
  readonly hostTools: HostTools;
  readonly hostUris: HostUris;
  readonly permissions: PermissionRequests;
  /** Methods of `extension_ui_request`, besides pi's, that the client supports. */
  readonly uiMethods: Set<string>;
  /** The client's id of this request. */
  readonly id: string | undefined;
  /** Prompts that are not yet accepted or rejected. */
  readonly entering: Set<Promise<unknown>>;
  /** Reports a failure that happens after the answer was sent. */
  reportLate(error: unknown): void;
}

/**
 * One command of the protocol. Types, validation, client and documentation are derived from it. To add one, define it in a file of this
 * folder and add a line to `commands/index.ts`.
 */
export interface RpcCommandDefinition<TName extends string, TParameters extends TObject, TResult> {
  readonly name: TName;
  readonly summary: string;
  readonly parameters: TParameters;
  /** `exclusive`: later commands wait for it. `immediate`: it waits for no other command, so that it can stop what they wait for. */
  readonly order?: "exclusive" | "immediate";
  run(parameters: Static<TParameters>, context: RpcContext): TResult | Promise<TResult>;
}

export function defineCommand<const TName extends string, TParameters extends TObject, TResult>(
  definition: RpcCommandDefinition<TName, TParameters, TResult>,
): RpcCommandDefinition<TName, TParameters, TResult> {
  return definition;
}

/** Returns the schema of a string with fixed choices. */
export function oneOf<const TWords extends readonly string[]>(words: TWords): TUnsafe<TWords[number]> {
  return { type: "string", enum: words } as unknown as TUnsafe<TWords[number]>;
}

/** Returns the schema of a value that other code validates. */
export function anything<T>(schema: Readonly<Record<string, unknown>>): TUnsafe<T> {
  return schema as unknown as TUnsafe<T>;
}
