import type { ExtensionManifest } from "@tau/coding-agent";

const DEFAULT_REPLY_SECONDS = 120;
const DEFAULT_USER_SECONDS = 300;
const DEFAULT_MESSAGES = 100;

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  irc: {
    type: "object",
    description: "Messages between agents.",
    properties: {
      enabled: { type: "boolean", default: true, description: "Whether agents may send each other messages." },
      replySeconds: {
        type: "integer",
        minimum: 1,
        default: DEFAULT_REPLY_SECONDS,
        description: "How long an agent waits for the answer of another.",
      },
      userSeconds: {
        type: "integer",
        minimum: 0,
        default: DEFAULT_USER_SECONDS,
        description: "How long an agent waits for your answer, if no key was pressed. 0 waits for ever.",
      },
      maxMessages: {
        type: "integer",
        minimum: 1,
        default: DEFAULT_MESSAGES,
        description: "How many messages one agent may send.",
      },
    },
  },
};

export interface IrcSettings {
  readonly enabled: boolean;
  readonly replySeconds: number;
  readonly userSeconds: number;
  readonly maxMessages: number;
  /** Whether agents may work in the background. Otherwise the user's model cannot do anything while they work. */
  readonly hasJobs: boolean;
}

/** Returns the current settings. */
export function ircSettings(settings: object): IrcSettings {
  const { irc = {}, async: jobs } = settings as {
    irc?: Partial<IrcSettings>;
    async?: { readonly enabled?: boolean };
  };
  return {
    enabled: irc.enabled ?? true,
    replySeconds: irc.replySeconds ?? DEFAULT_REPLY_SECONDS,
    userSeconds: irc.userSeconds ?? DEFAULT_USER_SECONDS,
    maxMessages: irc.maxMessages ?? DEFAULT_MESSAGES,
    hasJobs: jobs?.enabled ?? true,
  };
}
