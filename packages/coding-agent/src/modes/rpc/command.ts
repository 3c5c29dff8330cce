import type { Static, TObject, TUnsafe } from "typebox";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import type { Session } from "../../core/session/session.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import type { HostTools } from "./host/host-tools.ts";
import type { HostUris } from "./host/host-uris.ts";
import type { PermissionRequests } from "./permission-requests.ts";

/** What a command works on: the session as it is now, and the program at the other end. */
export interface RpcContext {
  readonly runtime: SessionRuntime;
  readonly session: Session;
  readonly services: Workspace;
  readonly hostTools: HostTools;
  readonly hostUris: HostUris;
  readonly permissions: PermissionRequests;
  /** The methods of `extension_ui_request`, besides pi's, that the client draws itself. */
  readonly uiMethods: Set<string>;
  /** The client's name for this request. */
  readonly id: string | undefined;
  /** Prompts of which it is not known yet what becomes of them. */
  readonly entering: Set<Promise<unknown>>;
  /** Tells of a failure that comes after the answer. */
  reportLate(error: unknown): void;
}

/**
 * One command of the protocol. Types, validation, client and documentation are all read off it; a new one is a value in a file of this
 * folder and a line in `commands/index.ts`.
 */
export interface RpcCommandDefinition<TName extends string, TParameters extends TObject, TResult> {
  readonly name: TName;
  readonly summary: string;
  readonly parameters: TParameters;
  /** `exclusive`: what comes later waits for it. `immediate`: it waits for nothing, so that it can end what others wait for. */
  readonly order?: "exclusive" | "immediate";
  run(parameters: Static<TParameters>, context: RpcContext): TResult | Promise<TResult>;
}

export function defineCommand<const TName extends string, TParameters extends TObject, TResult>(
  definition: RpcCommandDefinition<TName, TParameters, TResult>,
): RpcCommandDefinition<TName, TParameters, TResult> {
  return definition;
}

/** One of some words. */
export function oneOf<const TWords extends readonly string[]>(words: TWords): TUnsafe<TWords[number]> {
  return { type: "string", enum: words } as unknown as TUnsafe<TWords[number]>;
}

/** A value that another part checks. */
export function anything<T>(schema: Readonly<Record<string, unknown>>): TUnsafe<T> {
  return schema as unknown as TUnsafe<T>;
}
