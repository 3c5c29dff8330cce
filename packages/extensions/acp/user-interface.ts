import { randomUUID } from "node:crypto";
import {
  type CreateElicitationRequest,
  methods,
  type RequestPermissionRequest,
  type SendRequestOptions,
} from "@agentclientprotocol/sdk";
import type { ExtensionUIContext, ExtensionUIDialogOptions, SessionClient } from "@tau/coding-agent";
import type { SessionPeer } from "./acp-session.ts";

/** Returns the dialogs and notices of extensions, as far as the client can show them. */
export function clientInterface(peer: SessionPeer): NonNullable<SessionClient["ui"]> {
  const select = (title: string, options: readonly string[], opts?: ExtensionUIDialogOptions) =>
    peer.capabilities.elicitation?.form
      ? fillForm(peer, title, { type: "string", enum: [...options] }, opts)
      : choose(peer, title, options, opts);
  const input: ExtensionUIContext["input"] = async (title, placeholder, opts) =>
    peer.capabilities.elicitation?.form
      ? await fillForm(peer, title, { type: "string", ...(placeholder ? { description: placeholder } : {}) }, opts)
      : undefined;
  return {
    select,
    confirm: async (title, message, opts) => (await select(`${title}\n${message}`, ["Yes", "No"], opts)) === "Yes",
    input,
    editor: (title, prefill) => input(title, prefill),
    notify: (message, type = "info") => notify(peer, message, type),
  };
}

/** A client without notices shows them in the conversation, where the user waits for the outcome of a command. */
function notify(peer: SessionPeer, message: string, severity: "info" | "warning" | "error"): void {
  if (peer.capabilities.session?.notices) {
    const [title = "", ...rest] = message.split("\n");
    const description = rest.join("\n").trim();
    peer.send({ sessionUpdate: "notice", severity, title: title || "Tau", ...(description ? { description } : {}) });
  } else if (peer.isPrompted) {
    peer.send({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: `${message}\n\n` } });
  } else process.stderr.write(`${message}\n`);
}

type Field = { type: "string"; enum?: string[]; description?: string };

async function fillForm(
  { context, sessionId }: SessionPeer,
  message: string,
  field: Field,
  opts?: ExtensionUIDialogOptions,
): Promise<string | undefined> {
  const requestedSchema = { type: "object" as const, properties: { answer: field }, required: ["answer"] };
  const params: CreateElicitationRequest = { mode: "form", sessionId, message, requestedSchema };
  const asked = context.request(methods.client.elicitation.create, params, waiting(opts));
  const answer = await asked.catch(() => undefined);
  const content = answer?.action === "accept" ? answer.content : undefined;
  const given = (content as Readonly<Record<string, unknown>> | null | undefined)?.answer;
  if (typeof given !== "string" || (field.enum && !field.enum.includes(given))) return undefined;
  return given;
}

/** Every client can show a permission request, which is a question with several answers. */
async function choose(
  { context, sessionId }: SessionPeer,
  title: string,
  options: readonly string[],
  opts?: ExtensionUIDialogOptions,
): Promise<string | undefined> {
  const params: RequestPermissionRequest = {
    sessionId,
    toolCall: { toolCallId: randomUUID(), title, kind: "other", status: "pending" },
    options: options.map((name, index) => ({ optionId: String(index), name, kind: "allow_once" })),
  };
  const asked = context.request(methods.client.session.requestPermission, params, waiting(opts));
  const answer = await asked.catch(() => undefined);
  return answer?.outcome.outcome === "selected" ? options[Number(answer.outcome.optionId)] : undefined;
}

function waiting({ signal, timeout }: ExtensionUIDialogOptions = {}): SendRequestOptions {
  const limits = [...(signal ? [signal] : []), ...(timeout === undefined ? [] : [AbortSignal.timeout(timeout)])];
  return limits.length === 0 ? {} : { cancellationSignal: AbortSignal.any(limits), stopWaitingOnCancel: true };
}
