import type { Session } from "../../../core/session/session.ts";
import type { UrlContent, UrlScheme } from "../../../core/tools/index.ts";
import { RpcError } from "../rpc-error.ts";
import type { Frame, HostCalls } from "./host-calls.ts";

export interface HostUriScheme {
  readonly scheme: string;
  readonly description?: string;
  readonly writable?: boolean;
  readonly immutable?: boolean;
}

const URL_PATTERN = /^([a-z][a-z0-9+.-]*):\/\//i;

/** URL schemes that the client serves. Tools send their accesses to such URLs to the client. */
export class HostUris {
  private schemes: readonly UrlScheme[] = [];
  private session: Session | undefined;
  private readonly calls: HostCalls;

  constructor(calls: HostCalls) {
    this.calls = calls;
  }

  /** Replaces the whole previous set. An empty list unregisters all. */
  replace(schemes: readonly HostUriScheme[]): string[] {
    for (const { scheme } of schemes)
      if (!URL_PATTERN.test(`${scheme}://`)) throw new RpcError("invalid-command", `"${scheme}" is not a URL scheme.`);
    const byName = new Map(schemes.map((scheme) => [scheme.scheme.toLowerCase(), scheme]));
    this.schemes = [...byName].map(([name, scheme]) => this.overTheWire(name, scheme));
    if (this.session) this.bind(this.session);
    return [...byName.keys()];
  }

  bind(session: Session): void {
    this.session = session;
    session.clientUrls.splice(0, session.clientUrls.length, ...this.schemes);
  }

  private overTheWire(scheme: string, { description, immutable, writable }: HostUriScheme): UrlScheme {
    return {
      scheme,
      ...(description === undefined ? {} : { description }),
      ...(immutable === undefined ? {} : { immutable }),
      read: async ({ href }, { signal }) => contentOf(await this.request({ operation: "read", url: href }, signal)),
      ...(writable === true && {
        write: async ({ href }, content, { signal }) => {
          await this.request({ operation: "write", url: href, content }, signal);
        },
      }),
    };
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

function contentOf({ content, contentType, notes, immutable }: Frame): UrlContent {
  return {
    text: String(content ?? ""),
    ...(typeof contentType === "string" ? { contentType } : {}),
    ...(Array.isArray(notes) ? { notes: notes.map(String) } : {}),
    ...(immutable === true ? { immutable } : {}),
  };
}
