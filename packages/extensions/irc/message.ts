/** A message between two agents, as it is shown and sent to clients. */
export interface IrcMessage {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** The answer that was given at once. */
  readonly reply?: string;
}

/** A longer text belongs into a file that the message names. */
export const MOST_CHARACTERS = 8_000;
/** How many messages may wait for an agent before its next turn. */
export const MOST_WAITING = 20;

/** Returns the text for the conversation of the receiver. */
export function messageText({ from, text, reply }: IrcMessage): string {
  const said = `[IRC] Message of the agent ${from}:\n${text}`;
  return reply === undefined ? said : `${said}\n\nYou have answered it:\n${reply}`;
}

/** Returns a text without what exceeds the limit. */
export function cutText(text: string): string {
  const rest = text.length - MOST_CHARACTERS;
  return rest > 0 ? `${text.slice(0, MOST_CHARACTERS)}… [${rest} more characters]` : text;
}

/** What became of a message to one receiver. */
export interface Delivery {
  readonly id: string;
  readonly reply?: string;
  /** Why the message was not delivered; with `isDelivered`, why there is no answer. */
  readonly error?: string;
  readonly isDelivered: boolean;
}

export interface IrcDetails {
  readonly peers?: readonly { readonly id: string; readonly status: string }[];
  readonly channels?: readonly string[];
  readonly delivered?: readonly string[];
  readonly replies?: readonly { readonly id: string; readonly text: string }[];
  readonly failed?: readonly { readonly id: string; readonly error: string }[];
  readonly notFound?: readonly string[];
}

export function detailsOf(deliveries: readonly Delivery[], notFound: readonly string[]): IrcDetails {
  return {
    delivered: deliveries.flatMap(({ id, isDelivered }) => (isDelivered ? [id] : [])),
    replies: deliveries.flatMap(({ id, reply }) => (reply === undefined ? [] : [{ id, text: reply }])),
    failed: deliveries.flatMap(({ id, error }) => (error === undefined ? [] : [{ id, error }])),
    notFound,
  };
}

/** Returns the result for the sender's model: first what was delivered, then replies and failures by receiver. */
export function resultText({ delivered = [], replies = [], failed = [], notFound = [] }: IrcDetails): string {
  return [
    delivered.length > 0 ? `Delivered to ${delivered.join(", ")}.` : "No recipients received the message.",
    ...(replies.length > 0 ? [`## Replies\n${replies.map(({ id, text }) => `### ${id}\n${text}`).join("\n")}`] : []),
    ...(failed.length > 0 ? [`## Failed\n${failed.map(({ id, error }) => `- ${id}: ${error}`).join("\n")}`] : []),
    ...(notFound.length > 0 ? [`Unknown / unavailable peers:\n${notFound.map((why) => `- ${why}`).join("\n")}`] : []),
  ].join("\n\n");
}
