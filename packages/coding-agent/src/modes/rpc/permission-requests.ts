import type { PermissionQuestion, PermissionReply } from "../../core/permission/session-permission.ts";
import type { Session } from "../../core/session/session.ts";
import type { Frame, HostCalls } from "./host/host-calls.ts";
import { RpcError } from "./rpc-error.ts";

/** A permission question, with the possible answers and the rules that they add. */
export interface RpcPermissionRequest {
  readonly type: "permission_request";
  readonly id: string;
  readonly tool: string;
  readonly toolCallId?: string;
  /** The arguments of the tool call. */
  readonly input?: unknown;
  readonly effect: PermissionQuestion["request"]["effect"];
  readonly command?: string;
  readonly paths?: readonly string[];
  readonly host?: string;
  /** The sandbox stopped the command, which would now run again without the sandbox. */
  readonly isUnconfined?: boolean;
  /** The change to the file, as a unified diff. */
  readonly diff?: string;
  readonly reason: string;
  /** The child session that asks. */
  readonly agent?: string;
  readonly answers: readonly { readonly answer: PermissionReply["allow"]; readonly rules?: readonly string[] }[];
}

export interface RpcPermissionResponse {
  readonly type: "permission_response";
  readonly id: string;
  readonly answer: PermissionReply["allow"];
  /** With `no`: the message for the model. */
  readonly message?: string;
}

/** Sends permission questions to a client that has declared that it answers them. */
export class PermissionRequests {
  private readonly calls: HostCalls;
  private session: Session | undefined;
  private isAnswered = false;

  constructor(calls: HostCalls) {
    this.calls = calls;
  }

  bind(session: Session): void {
    this.session = session;
    this.connect();
  }

  /** Enables the questions. Until then, whatever would ask is refused. */
  setEnabled(enabled: boolean): void {
    this.isAnswered = enabled;
    this.connect();
  }

  private connect(): void {
    if (!this.session) return;
    this.session.permission.answer = this.isAnswered ? (question, signal) => this.ask(question, signal) : undefined;
  }

  private async ask(question: PermissionQuestion, signal: AbortSignal | undefined): Promise<PermissionReply> {
    try {
      const cancel = { type: "permission_cancel" };
      return replyOf(await this.calls.call(requestOf(question), { cancel, signal }), question);
    } catch (error) {
      // The run was stopped, the session was replaced, or the client has left.
      if (error instanceof RpcError) return { allow: "no" };
      throw error;
    }
  }
}

function requestOf({ request, reason, rules, diff }: PermissionQuestion): Frame {
  const { call, judged: _judged, ...effects } = request;
  const lasting =
    rules.length === 0
      ? []
      : [
          { answer: "session", rules },
          { answer: "always", rules },
        ];
  return {
    type: "permission_request",
    ...effects,
    ...(call ? { toolCallId: call.id, input: call.args } : {}),
    ...(diff === undefined ? {} : { diff }),
    reason,
    answers: [{ answer: "once" }, ...lasting, { answer: "no" }],
  };
}

/** Treats an answer that was not offered as a no. */
function replyOf({ answer, message }: Frame, { rules }: PermissionQuestion): PermissionReply {
  if (answer === "once") return { allow: "once" };
  if ((answer === "session" || answer === "always") && rules.length > 0) return { allow: answer };
  return { allow: "no", ...(typeof message === "string" && message !== "" ? { message } : {}) };
}
