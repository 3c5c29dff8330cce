import type { Static } from "typebox";
import type { Question, QuestionAnswer } from "../../core/extensions/contract/index.ts";
import type { rpcCommands } from "./commands/index.ts";

type Definition = (typeof rpcCommands)[number];
type DefinitionOf<TName extends RpcCommandType> = Extract<Definition, { name: TName }>;

export type RpcCommandType = Definition["name"];

/** The parameters of a command besides `type` and `id`. */
export type RpcParameters<TName extends RpcCommandType> = Static<DefinitionOf<TName>["parameters"]>;

/** The `data` of a command's answer. */
export type RpcResult<TName extends RpcCommandType> = Awaited<ReturnType<DefinitionOf<TName>["run"]>>;

/** A line to the server. */
export type RpcCommand = {
  [TName in RpcCommandType]: { id?: string; type: TName } & RpcParameters<TName>;
}[RpcCommandType];

interface Answer<TName extends string> {
  readonly id?: string;
  readonly type: "response";
  readonly command: TName;
}

/** The one answer to a command. */
export type RpcResponse =
  | {
      [TName in RpcCommandType]: Answer<TName> & { readonly success: true; readonly data: RpcResult<TName> };
    }[RpcCommandType]
  | (Answer<string> & { readonly success: false; readonly error: string });

interface UIRequest {
  readonly type: "extension_ui_request";
  readonly id: string;
}

/** A request of an extension to show or ask something. */
export type RpcExtensionUIRequest = UIRequest &
  (
    | { readonly method: "select"; readonly title: string; readonly options: string[]; readonly timeout?: number }
    | { readonly method: "confirm"; readonly title: string; readonly message: string; readonly timeout?: number }
    | { readonly method: "input"; readonly title: string; readonly placeholder?: string; readonly timeout?: number }
    | { readonly method: "editor"; readonly title: string; readonly prefill?: string }
    /** Closes the dialog with this id. */
    | { readonly method: "cancel"; readonly targetId: string }
    | { readonly method: "notify"; readonly message: string; readonly notifyType?: "info" | "warning" | "error" }
    | {
        readonly method: "setStatus";
        readonly statusKey: string;
        readonly statusText?: string;
        readonly statusPriority?: number;
      }
    | {
        readonly method: "setWidget";
        readonly widgetKey: string;
        readonly widgetLines?: string[];
        readonly widgetPlacement?: "aboveEditor" | "belowEditor";
      }
    | { readonly method: "setTitle"; readonly title: string }
    | { readonly method: "set_editor_text"; readonly text: string }
    /** The next three are sent only to a client that has declared them with `set_ui_methods`. */
    | { readonly method: "ask"; readonly questions: readonly Question[]; readonly timeout?: number }
    | {
        readonly method: "diff";
        readonly title: string;
        readonly diff: string;
        readonly path?: string;
        readonly actions: readonly string[];
      }
    /** Without a text, the client removes the row. */
    | { readonly method: "progress"; readonly progressKey: string; readonly text?: string; readonly fraction?: number }
  );

/** The user's answer. */
export type RpcExtensionUIResponse = { readonly type: "extension_ui_response"; readonly id: string } & (
  | { readonly value: string }
  | { readonly confirmed: boolean }
  | { readonly answers: readonly QuestionAnswer[] }
  | { readonly cancelled: true; readonly timedOut?: boolean }
);
