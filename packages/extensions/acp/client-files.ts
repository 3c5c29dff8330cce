import { methods } from "@agentclientprotocol/sdk";
import type { SessionPeer } from "./acp-session.ts";

/** The text files of the client, as its editor shows them. */
export class ClientFiles {
  private readonly peer: SessionPeer;
  /** The texts that tools have last seen and written, for the diffs that the client shows. */
  private readonly seen = new Map<string, string>();
  private readonly written = new Map<string, string>();

  constructor(peer: SessionPeer) {
    this.peer = peer;
  }

  async read(path: string): Promise<string> {
    const { context, sessionId } = this.peer;
    const { content } = await context.request(methods.client.fs.readTextFile, { sessionId, path });
    this.seen.set(path, content);
    return content;
  }

  async write(path: string, content: string): Promise<void> {
    const { context, sessionId } = this.peer;
    await context.request(methods.client.fs.writeTextFile, { sessionId, path, content });
    this.written.set(path, content);
  }

  /** Returns what tools have read and written at a path since the last call, if they did so through the client. */
  takeChange(path: string): { readonly before: string | undefined; readonly after: string | undefined } {
    const change = { before: this.seen.get(path), after: this.written.get(path) };
    this.seen.delete(path);
    this.written.delete(path);
    return change;
  }
}
