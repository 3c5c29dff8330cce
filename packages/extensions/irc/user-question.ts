import type { ExtensionContext } from "@tau/coding-agent";
import type { Delivery } from "./message.ts";
import { USER } from "./peers.ts";

const DECIDE = "Let the agent decide";

export interface UserQuestion {
  readonly from: string;
  readonly text: string;
  readonly wantsReply: boolean;
  readonly userSeconds: number;
  readonly signal: AbortSignal | undefined;
}

/** Shows a message to the user; with `wantsReply`, waits for the answer. */
export async function askUser(
  { ui, hasUI, mode }: Pick<ExtensionContext, "ui" | "hasUI" | "mode">,
  { from, text, wantsReply, userSeconds, signal }: UserQuestion,
): Promise<Delivery> {
  if (!hasUI) {
    const error = `there is no user to ask in ${mode} mode. Decide yourself, and say in your result what you assumed`;
    return { id: USER, isDelivered: false, error };
  }
  if (!wantsReply) {
    ui.notify(`${from}: ${text}`);
    return { id: USER, isDelivered: true };
  }
  const question = { id: from, question: `${from} asks: ${text}`, options: [{ label: DECIDE }], recommended: 0 };
  const answers = await ui.ask([question], {
    ...(signal ? { signal } : {}),
    ...(userSeconds > 0 ? { timeout: userSeconds * 1000 } : {}),
    notify: `${from} has a question`,
  });
  const reply = answers?.[0]?.other?.trim();
  if (reply) return { id: USER, isDelivered: true, reply };
  const why = answers?.[0]?.timedOut ? `did not answer within ${userSeconds} s` : "gave no answer";
  return {
    id: USER,
    isDelivered: true,
    error: `the user ${why}. Decide yourself, and say in your result what you assumed`,
  };
}
