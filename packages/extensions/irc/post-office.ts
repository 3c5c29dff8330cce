import type { ExtensionAPI } from "@tau/coding-agent";
import { questionFor } from "./description.ts";
import { cutText, type Delivery, type IrcMessage, MOST_WAITING, messageText } from "./message.ts";
import { MAIN } from "./peers.ts";

export interface Posting {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly wantsReply: boolean;
  readonly replySeconds: number;
  readonly signal: AbortSignal | undefined;
}

type Answer = Pick<Delivery, "reply" | "error">;

/**
 * Delivers messages to sessions. The receiver answers in a request of its own, in which no tool runs, so an agent never waits for the work
 * of another: two that ask each other both get an answer.
 */
export class PostOffice {
  private readonly pi: ExtensionAPI;
  /** How many messages each receiver was sent since its last turn began. */
  private readonly waiting = new Map<string, number>();
  private readonly watched = new Map<string, () => void>();

  constructor(pi: ExtensionAPI) {
    this.pi = pi;
  }

  async deliver({ from, to, text, wantsReply, replySeconds, signal }: Posting): Promise<Delivery> {
    this.watch(to);
    const count = this.waiting.get(to) ?? 0;
    if (count >= MOST_WAITING) {
      const error = `${count} messages wait for it already. Send more when it has continued, or put it into one message.`;
      return { id: to, isDelivered: false, error };
    }
    this.waiting.set(to, count + 1);
    const answer: Answer = wantsReply ? await this.ask(to, questionFor(from, text), replySeconds, signal) : {};
    if (signal?.aborted) return { id: to, isDelivered: false, error: "stopped" };
    const reply = answer.reply === undefined ? {} : { reply: cutText(answer.reply) };
    try {
      this.send({ from, to, text, ...reply });
    } catch (error) {
      // The receiver has ended since it was found. Its answer is good all the same.
      return { id: to, isDelivered: false, ...reply, error: error instanceof Error ? error.message : String(error) };
    }
    return { id: to, isDelivered: true, ...reply, ...(answer.error === undefined ? {} : { error: answer.error }) };
  }

  close(): void {
    for (const stop of this.watched.values()) stop();
    this.watched.clear();
  }

  /** Called when a turn of a session begins: it has received all messages that waited. */
  turnStarted(id: string): void {
    this.waiting.delete(id);
  }

  private async ask(to: string, question: string, seconds: number, signal: AbortSignal | undefined): Promise<Answer> {
    const late = AbortSignal.timeout(seconds * 1000);
    const stop = signal ? AbortSignal.any([signal, late]) : late;
    try {
      const reply = await this.pi.children.ask(to === MAIN ? undefined : to, question, { signal: stop });
      return reply.trim() === "" ? { error: "it gave an empty answer" } : { reply: reply.trim() };
    } catch (error) {
      if (late.aborted) return { error: `it did not answer within ${seconds} s; the message was delivered` };
      return { error: `no answer: ${error instanceof Error ? error.message : String(error)}` };
    }
  }

  private send(message: IrcMessage): void {
    const { to } = message;
    const draft = { customType: "irc", content: messageText(message), display: true, details: message };
    const child = to === MAIN ? undefined : this.pi.children.get(to);
    if (to === MAIN) this.pi.sendMessage(draft, { deliverAs: "steer" });
    else if (child) child.send(draft);
    else throw new Error("it has ended");
    // The user sees what agents say to each other; the user's model does not.
    if (to !== MAIN && message.from !== MAIN) this.pi.appendEntry("irc", message);
    this.pi.publish("message", message);
  }

  private watch(id: string): void {
    const child = id === MAIN ? undefined : this.pi.children.get(id);
    if (!child || this.watched.has(id)) return;
    this.watched.set(
      id,
      child.subscribe(({ type }) => {
        if (type === "turn_start") this.turnStarted(id);
      }),
    );
  }
}
