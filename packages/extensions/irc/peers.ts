import type { ExtensionAPI } from "@tau/coding-agent";
import { irc } from "./tool.ts";

/** The name of the user's session. */
export const MAIN = "main";
export const ALL = "all";
export const USER = "user";
const PARENT = "parent";

/** An agent that can receive messages. */
export interface Peer {
  readonly id: string;
  /** `idle`: it has not begun its work. */
  readonly status: "running" | "idle";
  /** The tool that it runs now. */
  readonly activity?: string;
}

type Children = Pick<ExtensionAPI, "children">;

/** Returns the agents at work that have this tool, except the caller. The user's session is always one. */
export function peersOf({ children }: Children, self: string): Peer[] {
  const main: Peer = { id: MAIN, status: "running" };
  const agents = children.list().flatMap((child): Peer[] => {
    const { status, activity } = child.state;
    if (status !== "running" && status !== "idle") return [];
    if (!child.offeredTools.includes(irc.name)) return [];
    return [{ id: child.id, status, ...(activity === undefined ? {} : { activity }) }];
  });
  return [main, ...agents].filter(({ id }) => id !== self);
}

/** Returns the id that a name stands for: `parent` is the session that created the caller. */
export function idOf({ children }: Children, to: string, self: string): string {
  if (to !== PARENT) return to;
  return self === MAIN ? PARENT : (children.get(self)?.state.parentId ?? MAIN);
}

/** Resolves to a sentence on why an id is no peer. */
export async function whyNoPeer({ children }: Children, id: string, self: string): Promise<string> {
  if (id === self) return `${id}: that is you`;
  if (id === PARENT) return `${id}: the user's session has none`;
  const live = children.get(id);
  if (live && (live.status === "running" || live.status === "idle")) return `${id}: it takes no messages`;
  const status = live?.status ?? (await children.records()).find((record) => record.id === id)?.status;
  return status === undefined
    ? `${id}: there is no such agent`
    : `${id}: it has ended (${status}); read agent://${id} for its output`;
}

export function listText(peers: readonly Peer[]): string {
  if (peers.length === 0) return "No other live agents.";
  const lines = peers.map(({ id, status, activity }) => `- ${id} (${activity ?? status})`);
  return [`${peers.length} ${peers.length === 1 ? "peer" : "peers"}:`, ...lines].join("\n");
}
