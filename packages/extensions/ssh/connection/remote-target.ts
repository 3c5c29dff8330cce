import { checkDestination, type Destination } from "./destination.ts";
import { SshError } from "./ssh-error.ts";

/** A folder on another machine, as the user named it. */
export interface RemoteTarget {
  readonly destination: Destination;
  /** Absolute, or relative to the home folder there; empty for the home folder itself. */
  readonly path: string;
}

type KnownHost = Omit<Destination, "address"> & { readonly host: string; readonly username?: string };

const FORM = "Write it as host:/path, user@host:/path or ssh://user@host:port/path.";

/** Reads `host:/path`, `user@host:path`, `[::1]:/path` or `ssh://user@host:port/path`. A host of `ssh.json` is found by its name. */
export function parseTarget(text: string, hosts: readonly KnownHost[]): RemoteTarget {
  const target = text.startsWith("ssh://") ? parseUrl(text) : parseShort(text, hosts);
  checkDestination(target.destination);
  if (/[\0\r\n]/.test(target.path))
    throw new SshError("bad-host", `${JSON.stringify(text)}: a path has no line breaks.`);
  return target;
}

function parseShort(text: string, hosts: readonly KnownHost[]): RemoteTarget {
  const named = hosts.find(({ name }) => text === name || text.startsWith(`${name}:`));
  if (named) return { destination: toDestination(named), path: text.slice(named.name.length + 1) };
  const [, user, bracketed, plain, path = ""] =
    /^(?:([^@:/]+)@)?(?:\[([^\]]+)\]|([^:/@[\]]+))(?::(.*))?$/s.exec(text) ?? [];
  const address = bracketed ?? plain;
  if (address === undefined) throw new SshError("bad-host", `${JSON.stringify(text)} names no remote folder. ${FORM}`);
  const name = `${user === undefined ? "" : `${user}@`}${bracketed === undefined ? address : `[${address}]`}`;
  return { destination: { name, address, user }, path };
}

function parseUrl(text: string): RemoteTarget {
  const url = URL.parse(text);
  if (!url?.hostname || url.password || url.search || url.hash)
    throw new SshError("bad-host", `${JSON.stringify(text)} is not a usable address. ${FORM}`);
  const address = url.hostname.replace(/^\[|\]$/g, "");
  const user = url.username === "" ? undefined : decodeURIComponent(url.username);
  const port = url.port === "" ? undefined : Number(url.port);
  const path = decodeURIComponent(url.pathname);
  return { destination: { name: `${user === undefined ? "" : `${user}@`}${url.host}`, address, user, port }, path };
}

/** Returns the destination of a host in `ssh.json`. */
export function toDestination({ name, host, username, port, keyPath, compat }: KnownHost): Destination {
  return { name, address: host, user: username, port, keyPath, compat };
}
