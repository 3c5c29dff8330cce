import { cpus, freemem, release, totalmem } from "node:os";
import { getCapabilities } from "@tau/tui";
import { knownSecrets, redactSecrets } from "../../../core/redaction/index.ts";
import { VERSION } from "../../../version.ts";
import type { InteractiveContext } from "../interactive-context.ts";

const MEGABYTE = 1024 * 1024;
/** Variables that change how Tau runs. Others are left out: they are the user's own. */
const VARIABLES = /^(?:TAU_|PI_|NODE_|TERM|COLORTERM|LANG|LC_|SHELL$|TMUX$|STY$|SSH_TTY$|(?:HTTPS?|ALL|NO)_PROXY$)/i;

/** Returns what is known about the system: versions, machine, terminal, shell and environment, without keys. */
export function systemFacts({ screen, services, session }: InteractiveContext): [string, string][] {
  const { terminal, mode } = screen.tui;
  const { images, trueColor, hyperlinks } = getCapabilities();
  const secrets = knownSecrets(services.agentDir);
  const variables = Object.entries(process.env).filter(([name]) => VARIABLES.test(name));
  return [
    ["Tau", VERSION],
    ["Node", `${process.version} on ${process.platform} ${process.arch}, ${release()}`],
    [
      "Machine",
      `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${megabytes(freemem())} of ${megabytes(totalmem())} free`,
    ],
    ["Model", `${session.model.provider}/${session.model.id}`],
    ["Terminal", `${process.env.TERM ?? "unknown"}, ${terminal.columns}x${terminal.rows}, ${mode}`],
    ["Colours", trueColor ? "all" : "256 or fewer"],
    ["Images", images ?? "none"],
    ["Links", hyperlinks ? "yes" : "no"],
    ["Keys", terminal.kittyProtocolActive ? "Kitty protocol" : "classic"],
    ...variables
      .filter(([name]) => name !== "TERM")
      .map(([name, value = ""]): [string, string] => [name, redactSecrets(value, secrets)]),
  ];
}

export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
