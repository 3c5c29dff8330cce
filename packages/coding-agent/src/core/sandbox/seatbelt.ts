import type { Mount } from "./mount.ts";

/** Returns the `sandbox-exec` command, which takes the profile as an argument, followed by the command itself. */
export function seatbeltCommand(
  command: { readonly file: string; readonly args: readonly string[] },
  profile: string,
): { readonly file: string; readonly args: string[] } {
  return { file: "/usr/bin/sandbox-exec", args: ["-p", profile, command.file, ...command.args] };
}

export interface SeatbeltPlan {
  readonly mounts: readonly Mount[];
  readonly temporary: string;
  /** Port of the proxy on this machine; without it there is no network at all. */
  readonly proxyPort?: number | undefined;
}

/** Returns a macOS profile that enforces what mounts and namespaces enforce on Linux. Later rules override earlier ones. */
export function seatbeltProfile({ mounts, temporary, proxyPort }: SeatbeltPlan): string {
  const outward = proxyPort === undefined ? [] : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`];
  return [
    "(version 1)",
    "(allow default)",
    "(deny network*)",
    ...outward,
    "(deny file-write*)",
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (subpath "/dev/fd"))',
    `(allow file-write* (subpath ${quote(temporary)}))`,
    ...mounts.flatMap(rulesFor),
    '(deny mach-lookup (global-name "com.apple.SecurityServer") (global-name "com.apple.securityd"))',
    "(deny appleevent-send)",
    "(deny process-info* (target others))",
    "(deny signal (target others))",
    "(allow signal (target same-sandbox))",
    "",
  ].join("\n");
}

function rulesFor({ kind, path }: Mount): string[] {
  switch (kind) {
    case "writable":
      return [`(allow file-write* (subpath ${quote(path)}))`];
    case "hidden-folder":
    case "hidden-file":
      return [`(deny file-read* file-write* (subpath ${quote(path)}))`];
    default:
      return [`(deny file-write* (subpath ${quote(path)}))`];
  }
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
