import type { Destination } from "./destination.ts";

/** How long a connection without commands stays open. It also ends the connection that a crash has left behind. */
const PERSIST_SECONDS = 600;

/**
 * The options of every call. No password is ever asked for, because there is no terminal to answer at; no host key is accepted without the
 * user; a connection whose other end has vanished is given up within 45 seconds.
 */
const ALWAYS = [
  "BatchMode=yes",
  "StrictHostKeyChecking=yes",
  "ConnectTimeout=15",
  "ServerAliveInterval=15",
  "ServerAliveCountMax=3",
  "LogLevel=ERROR",
  "RequestTTY=no",
  "RemoteCommand=none",
  "PermitLocalCommand=no",
  "ClearAllForwardings=yes",
];

/** Returns the arguments that open a shared connection in the background. Problems are written to a file, because the background keeps stderr open. */
export function masterArguments(to: Destination, socket: string, log: string): string[] {
  const options = ["ControlMaster=yes", `ControlPersist=${PERSIST_SECONDS}`];
  return [...optionsOf([...ALWAYS, ...options]), "-S", socket, "-E", log, "-f", "-N", ...addressOf(to)];
}

/** Returns the arguments that run a command over the shared connection. Without that connection the call fails instead of opening another. */
export function commandArguments(to: Destination, socket: string, command: string): string[] {
  return [
    ...optionsOf([...ALWAYS, "ControlMaster=no", "ProxyCommand=exit 255"]),
    ...["-T", "-S", socket],
    ...addressOf(to),
    command,
  ];
}

/** Returns the arguments that ask about the shared connection, or end it. */
export function controlArguments(to: Destination, socket: string, request: "check" | "exit"): string[] {
  return [...optionsOf(ALWAYS), "-S", socket, "-O", request, ...addressOf(to)];
}

/** `--` ends the options, so that no name can be taken for one. */
function addressOf({ address, user, port, keyPath }: Destination): string[] {
  return [
    ...(user === undefined ? [] : ["-l", user]),
    ...(port === undefined ? [] : ["-p", String(port)]),
    // ssh expands percent signs in the path of a key.
    ...(keyPath === undefined ? [] : ["-i", keyPath.replaceAll("%", "%%"), "-o", "IdentitiesOnly=yes"]),
    ...["--", address],
  ];
}

function optionsOf(options: readonly string[]): string[] {
  return options.flatMap((option) => ["-o", option]);
}
