import { type Destination, describeDestination, sshCommandFor } from "./destination.ts";
import { SshError, type SshErrorCode } from "./ssh-error.ts";

type Explain = (to: Destination) => string;

/** What ssh writes, what it means, and what the user can do. */
const CAUSES: readonly (readonly [RegExp, SshErrorCode, Explain])[] = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED|host key .* has changed/i,
    "changed-host-key",
    () =>
      "its host key is not the one that is known. Either the machine was set up anew, or another one answers in its place. Find out which; if the change is expected, remove the old key with ssh-keygen -R, and connect once at a terminal.",
  ],
  [
    /host key is known for|Host key verification failed/i,
    "unknown-host-key",
    (to) =>
      `its host key is not known yet, and Tau never accepts one. Run \`${sshCommandFor(to)}\` at a terminal, compare the fingerprint, and answer yes.`,
  ],
  [
    /Permission denied|Too many authentication failures|no more authentication methods/i,
    "not-authenticated",
    (to) =>
      `it did not accept any key. Tau cannot type a password or passphrase: add the key to an agent (ssh-add), or install it there (ssh-copy-id). \`${sshCommandFor(to)} true\` must work without a question.`,
  ],
  [
    /Could not resolve hostname/i,
    "unreachable",
    () => "its name cannot be resolved. Check the address in ssh.json or ~/.ssh/config.",
  ],
  [/Connection refused/i, "unreachable", () => "it refused the connection. Check that sshd runs there, and the port."],
  [/timed out|timeout/i, "unreachable", () => "it did not answer in time. Check the address, the network and the VPN."],
  [
    /No route to host|Network is unreachable/i,
    "unreachable",
    () => "there is no route to it. Check the network and the VPN.",
  ],
];

/** Returns the error for a connection that could not be opened, from what ssh has written. */
export function explainFailure(to: Destination, said: string): SshError {
  const written = said.trim();
  const found = CAUSES.find(([pattern]) => pattern.test(written));
  const [, code, explain] = found ?? [/$/, "unreachable" as const, () => "ssh failed."];
  const last = written.split("\n").at(-1)?.trim() ?? "";
  const quoted = last === "" ? "" : ` (ssh: ${last.slice(0, 300)})`;
  const message = `Cannot connect to ${to.name} (${describeDestination(to)}): ${explain(to)}${quoted}`;
  return new SshError(code, message);
}
