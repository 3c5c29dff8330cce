import type { Mount } from "./mount.ts";

/** `/usr/bin/sandbox-exec` takes the profile as an argument; the command follows. */
export function seatbeltCommand(
  command: { readonly file: string; readonly args: readonly string[] },
  profile: string,
): { readonly file: string; readonly args: string[] } {
  return { file: "/usr/bin/sandbox-exec", args: ["-p", profile, command.file, ...command.args] };
}

export interface SeatbeltPlan {
  readonly mounts: readonly Mount[];
  readonly temporary: string;
  /** Port of the proxy on this machine; no network at all without it. */
  readonly proxyPort?: number | undefined;
}

/** A profile for macOS that holds what mounts and namespaces hold on Linux. Later rules count more than earlier ones. */
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
