import type { ExtensionAPI, ExtensionToolContext } from "@tau/coding-agent";
import { Text } from "@tau/tui";
import type { TSchema } from "typebox";
import { drawCall, drawMessage } from "./draw.ts";
import { type Delivery, detailsOf, type IrcDetails, type IrcMessage, MOST_CHARACTERS, resultText } from "./message.ts";
import { ALL, idOf, listText, MAIN, peersOf, USER, whyNoPeer } from "./peers.ts";
import { PostOffice } from "./post-office.ts";
import { type IrcSettings, ircSettings } from "./settings.ts";
import { irc } from "./tool.ts";
import { askUser } from "./user-question.ts";

interface IrcParams {
  readonly op: string;
  readonly to?: string;
  readonly message?: string;
  readonly awaitReply?: boolean;
}

/** A message that is ready to be sent. */
interface Outgoing {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly wantsReply: boolean;
  readonly signal: AbortSignal | undefined;
}

export default function (pi: ExtensionAPI): void {
  const office = new PostOffice(pi);
  /** How many messages each agent has sent. */
  const sent = new Map<string, number>();

  pi.registerTool<TSchema, IrcDetails>({
    ...irc,
    parameters: irc.parameters as object as TSchema,
    async execute(_id, params, signal, _onUpdate, ctx) {
      const settings = ircSettings(pi.getSettings());
      // The arguments were already validated against the schema.
      const { op, to = "", message = "", awaitReply } = params as IrcParams;
      const from = ctx.child?.id ?? MAIN;
      if (!settings.enabled || (!ctx.child && !settings.hasJobs))
        throw new Error("IRC is unavailable in this session.");
      if (op === "list") {
        const peers = peersOf(pi, from);
        return says(listText(peers), { peers, channels: [ALL, ...peers.map(({ id }) => id)] });
      }
      const outgoing = { from, to: to.trim(), text: message.trim(), signal };
      checkOutgoing(outgoing, sent.get(from) ?? 0, settings);
      sent.set(from, (sent.get(from) ?? 0) + 1);
      const details = await send({ ...outgoing, wantsReply: awaitReply ?? outgoing.to !== ALL }, settings, ctx);
      const isLost = details.delivered?.length === 0 && details.replies?.length === 0;
      return { ...says(resultText(details), details), isError: isLost };
    },
    renderCall: (args, theme) => drawCall(args as Partial<IrcParams>, theme),
    renderResult: ({ content }) =>
      new Text(content.map((block) => (block.type === "text" ? block.text : "")).join(""), 0, 0),
  });
  pi.registerMessageRenderer<IrcMessage>("irc", ({ details }, { expanded }, theme) =>
    details ? drawMessage(details, expanded, theme) : undefined,
  );
  pi.registerEntryRenderer<IrcMessage>("irc", ({ data }, { expanded }, theme) =>
    data ? drawMessage(data, expanded, theme) : undefined,
  );
  pi.on("turn_start", () => office.turnStarted(MAIN));
  pi.on("session_shutdown", () => office.close());

  async function send(outgoing: Outgoing, settings: IrcSettings, ctx: ExtensionToolContext): Promise<IrcDetails> {
    const { from, to } = outgoing;
    if (to === USER) return detailsOf([await askUser(ctx, { ...outgoing, ...settings })], []);
    const peers = peersOf(pi, from);
    const id = idOf(pi, to, from);
    const found = to === ALL ? peers : peers.filter((peer) => peer.id === id);
    if (found.length === 0)
      return detailsOf([], [to === ALL ? "all: no other live agents" : await whyNoPeer(pi, id, from)]);
    const deliveries: readonly Delivery[] = await Promise.all(
      found.map((peer) => office.deliver({ ...outgoing, to: peer.id, replySeconds: settings.replySeconds })),
    );
    return detailsOf(deliveries, []);
  }
}

function checkOutgoing({ to, text }: Pick<Outgoing, "to" | "text">, count: number, { maxMessages }: IrcSettings): void {
  if (to === "") throw new Error('`to` is required for op="send".');
  if (text === "") throw new Error('`message` is required for op="send".');
  if (text.length > MOST_CHARACTERS)
    throw new Error(
      `The message has ${text.length} characters; at most ${MOST_CHARACTERS} are sent. Write it to a file and name the file.`,
    );
  if (count >= maxMessages)
    throw new Error(`You have sent ${count} messages, the most that one agent may send. Continue without more.`);
}

function says(text: string, details: IrcDetails) {
  return { content: [{ type: "text" as const, text }], details };
}
