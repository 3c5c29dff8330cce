import type { AgentTool, AgentToolResult } from "@tau/agent";
import type { Session } from "../../../core/session/session.ts";
import { RpcError } from "../rpc-error.ts";
import type { Frame, HostCalls } from "./host-calls.ts";

export interface HostUriScheme {
  readonly scheme: string;
  readonly description?: string;
  readonly writable?: boolean;
  readonly immutable?: boolean;
}

/** What the result of reading a host's resource says beside its text. */
export interface HostUriDetails {
  readonly url: string;
  readonly contentType?: string;
  readonly notes?: readonly string[];
  readonly immutable?: boolean;
}

const URL_PATTERN = /^([a-z][a-z0-9+.-]*):\/\//i;

/** URL schemes that the client owns: `read` and `write` of such a URL go over the wire. */
export class HostUris {
  private readonly schemes = new Map<string, HostUriScheme>();
  private readonly calls: HostCalls;

  constructor(calls: HostCalls) {
    this.calls = calls;
  }

  /** Takes the place of the whole earlier set; an empty list unregisters all. */
  replace(schemes: readonly HostUriScheme[]): string[] {
    for (const { scheme } of schemes)
      if (!URL_PATTERN.test(`${scheme}://`)) throw new RpcError("invalid-command", `"${scheme}" is no URL scheme.`);
    this.schemes.clear();
    for (const scheme of schemes) this.schemes.set(scheme.scheme.toLowerCase(), scheme);
    return [...this.schemes.keys()];
  }

  /** Puts the wire before the tools that touch files. Until a scheme is set they work as ever. */
  bind(session: Session): void {
    this.wrap(session, "read", (url, _, signal) => this.read(url, signal));
    this.wrap(session, "write", (url, { content }, signal) => this.write(url, String(content), signal));
    this.wrap(session, "edit", (url) => {
      throw new RpcError("host", `${url} cannot be edited. Read it, and write the whole of it if it is writable.`);
    });
    session.refreshTools();
  }

  private wrap(
    session: Session,
    name: string,
    onUrl: (url: string, input: Frame, signal: AbortSignal | undefined) => Promise<AgentToolResult>,
  ): void {
    session.tools.wrap(name, "client", (below) => {
      const { tool } = below;
      const execute: AgentTool["execute"] = async (id, input, signal, onUpdate) => {
        const path = (input as { path?: unknown }).path;
        if (typeof path === "string" && this.schemeOf(path)) return await onUrl(path, input as Frame, signal);
        return await tool.execute(id, input, signal, onUpdate);
      };
      return { ...below, tool: { ...tool, execute } };
    });
  }

  private schemeOf(path: string): HostUriScheme | undefined {
    const scheme = URL_PATTERN.exec(path)?.[1]?.toLowerCase();
    return scheme === undefined ? undefined : this.schemes.get(scheme);
  }

  private async read(url: string, signal: AbortSignal | undefined): Promise<AgentToolResult<HostUriDetails>> {
    const answer = await this.request({ operation: "read", url }, signal);
    const notes = Array.isArray(answer.notes) ? answer.notes.map(String) : [];
    const immutable = answer.immutable === true || this.schemeOf(url)?.immutable === true;
    const details: HostUriDetails = {
      url,
      ...(typeof answer.contentType === "string" ? { contentType: answer.contentType } : {}),
      ...(notes.length > 0 ? { notes } : {}),
      ...(immutable ? { immutable } : {}),
    };
    const text = [String(answer.content ?? ""), ...notes.map((note) => `[${note}]`)].join("\n\n");
    return { content: [{ type: "text", text }], details };
  }

  private async write(
    url: string,
    content: string,
    signal: AbortSignal | undefined,
  ): Promise<AgentToolResult<HostUriDetails>> {
    if (this.schemeOf(url)?.writable !== true) throw new RpcError("host", `${url} cannot be written: it is read-only.`);
    await this.request({ operation: "write", url, content }, signal);
    const text = `Successfully wrote ${Buffer.byteLength(content)} bytes to ${url}`;
    return { content: [{ type: "text", text }], details: { url } };
  }

  private async request(request: Frame, signal: AbortSignal | undefined): Promise<Frame> {
    const answer = await this.calls.call(
      { type: "host_uri_request", ...request },
      { cancel: { type: "host_uri_cancel" }, signal },
    );
    if (answer.isError !== true) return answer;
    throw new RpcError("host", String(answer.error ?? answer.content ?? `The client could not serve ${request.url}.`));
  }
}
