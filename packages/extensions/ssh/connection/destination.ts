import { SshError } from "./ssh-error.ts";

/** A machine to connect to. */
export interface Destination {
  /** As the user calls it: a name in `ssh.json`, or the address itself. */
  readonly name: string;
  readonly address: string;
  readonly user?: string | undefined;
  readonly port?: number | undefined;
  /** An absolute path. */
  readonly keyPath?: string | undefined;
  /** Whether to use a POSIX shell on Windows; detected if absent. */
  readonly compat?: boolean | undefined;
}

/** Host names, IPv4 and IPv6 addresses, and names of ~/.ssh/config. Neither options nor anything that a ProxyCommand could run. */
const ADDRESS = /^[A-Za-z0-9_:][A-Za-z0-9_.:%-]*$/;
/** Names of Unix, of domains (`CORP\ada`, `ada@corp`) and of machines. */
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.@\\+-]*\$?$/;

/** Throws if a part of the destination could be taken for an option of ssh, or run by a shell. */
export function checkDestination({ name, address, user, port }: Destination): void {
  if (!ADDRESS.test(address)) throw badHost(name, `"${address}" is not the address of a machine`);
  if (user !== undefined && !USER.test(user)) throw badHost(name, `"${user}" is not a user name`);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
    throw badHost(name, `${port} is not a port`);
}

function badHost(name: string, what: string): SshError {
  return new SshError("bad-host", `The ssh host ${JSON.stringify(name)} cannot be used: ${what}.`);
}

/** Returns the destination as a person would write it: `ada@10.0.0.5:2222`. */
export function describeDestination({ address, user, port }: Destination): string {
  return `${user === undefined ? "" : `${user}@`}${address}${port === undefined ? "" : `:${port}`}`;
}

/** Returns the command with which a person connects at a terminal, for advice. */
export function sshCommandFor({ address, user, port, keyPath }: Destination): string {
  const parts = [
    "ssh",
    ...(port === undefined ? [] : ["-p", String(port)]),
    ...(keyPath === undefined ? [] : ["-i", /[^\w./-]/.test(keyPath) ? JSON.stringify(keyPath) : keyPath]),
    user === undefined ? address : `${user}@${address}`,
  ];
  return parts.join(" ");
}
