import { randomUUID } from "node:crypto";
import {
  methods,
  type PermissionOption,
  type RequestPermissionRequest,
  type SendRequestOptions,
} from "@agentclientprotocol/sdk";
import type { SessionClient } from "@tau/coding-agent";
import type { SessionPeer } from "./acp-session.ts";
import { type ToolCalls, textContent } from "./tool-calls.ts";

type AnswerPermission = NonNullable<SessionClient["answerPermission"]>;
type Question = Parameters<AnswerPermission>[0];
type Reply = Awaited<ReturnType<AnswerPermission>>;

const REPLIES: Readonly<Record<string, Reply>> = {
  once: { allow: "once" },
  session: { allow: "session" },
  always: { allow: "always" },
};

/** Asks the client's user for permission. A question that is cancelled or not answered counts as refused. */
export async function askPermission(
  peer: SessionPeer,
  calls: ToolCalls,
  question: Question,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const { context, sessionId } = peer;
  const { request, reason, diff } = question;
  const { call, tool, agent } = request;
  const because = agent === undefined ? reason : `${agent}: ${reason}`;
  const toolCall = {
    ...calls.describe(tool, call?.args ?? {}, request),
    toolCallId: call?.id ?? randomUUID(),
    status: "pending" as const,
    content: [textContent(because), ...(diff ? [textContent(`\`\`\`diff\n${diff}\n\`\`\``)] : [])],
  };
  const options = permissionOptions(question);
  const params: RequestPermissionRequest = { sessionId, toolCall, options };
  const asked = context.request(methods.client.session.requestPermission, params, waitUntil(signal));
  const answer = await asked.catch(() => undefined);
  const chosen = answer?.outcome.outcome === "selected" ? answer.outcome.optionId : "no";
  const isOffered = options.some(({ optionId }) => optionId === chosen);
  return (isOffered && REPLIES[chosen]) || { allow: "no" };
}

function waitUntil(signal: AbortSignal | undefined): SendRequestOptions {
  return signal ? { cancellationSignal: signal, stopWaitingOnCancel: true } : {};
}

function permissionOptions({ rules }: Question): PermissionOption[] {
  const lasting: PermissionOption[] =
    rules.length === 0
      ? []
      : [
          { optionId: "session", name: `Allow ${rules.join(", ")} in this session`, kind: "allow_always" },
          { optionId: "always", name: `Always allow ${rules.join(", ")}`, kind: "allow_always" },
        ];
  return [
    { optionId: "once", name: "Allow once", kind: "allow_once" },
    ...lasting,
    { optionId: "no", name: "Reject", kind: "reject_once" },
  ];
}
