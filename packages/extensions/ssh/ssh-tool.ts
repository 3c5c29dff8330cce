import type {
  ExtensionAPI,
  ExtensionContext,
  ExtensionResources,
  ListedResource,
  SshHost,
  ToolOutputSink,
} from "@tau/coding-agent";
import type { TSchema } from "typebox";
import type { Connections } from "./connection/connections.ts";
import { describeDestination } from "./connection/destination.ts";
import type { HostInfo } from "./connection/host-info.ts";
import type { KnownHosts } from "./connection/known-hosts.ts";
import { toDestination } from "./connection/remote-target.ts";
import type { ScriptOutcome } from "./connection/run-script.ts";
import { SshError } from "./connection/ssh-error.ts";
import { runCommand } from "./run-command.ts";
import { DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS, type SshArguments, ssh } from "./tool.ts";

export interface SshDetails {
  readonly host: string;
  readonly exitCode?: number | null;
}

export interface SshParts {
  readonly connections: Connections;
  readonly known: KnownHosts;
}

/** Returns the connections of the session, created on first use. */
export type UseSsh = (resources: Pick<ExtensionResources, "agentDir">) => SshParts;

type Host = ListedResource<SshHost>;

/** Registers the tool, with the machines in its description. Returns a function that takes it back. */
export function registerSshTool(pi: ExtensionAPI, use: UseSsh, hosts: string): () => void {
  return pi.registerTool<TSchema, SshDetails>({
    ...ssh,
    description: hosts === "" ? ssh.description : `${ssh.description}\nHosts:\n${hosts}`,
    parameters: ssh.parameters as object as TSchema,
    async execute(_id, params, signal, onUpdate, ctx) {
      const { command, cwd, timeout, ...asked } = params as SshArguments;
      const host = await findHost(asked.host, ctx);
      const seconds = Math.min(MAX_TIMEOUT_SECONDS, Math.max(1, timeout ?? DEFAULT_TIMEOUT_SECONDS));
      const sink = await pi.artifacts.open("ssh");
      const show = () =>
        onUpdate?.({ content: [{ type: "text", text: sink.snapshot().text }], details: { host: host.name } });
      const outcome = await runOn(host, use(ctx.resources), {
        command,
        cwd,
        signal,
        timeoutMs: seconds * 1000,
        onData: (bytes) => {
          sink.append(bytes);
          show();
        },
      }).catch((error: unknown) => lostResult(host.name, error, sink));
      if ("content" in outcome) return outcome;
      return resultOf(host.name, outcome, sink, seconds, timeout);
    },
  });
}

/** Returns a line for each machine: its name, what is known of it, and what the user says about it. */
export function listHosts(hosts: readonly Host[], known: Readonly<Record<string, HostInfo>>): string {
  return hosts
    .map((host) => {
      const { name, description } = host;
      const info = known[describeDestination(toDestination(host))];
      const facts = [info && `${info.os}, ${info.shell}`, description?.replace(/\s+/g, " ")].filter(Boolean).join("; ");
      return `- ${name}${facts === "" ? "" : `: ${facts}`}`;
    })
    .join("\n");
}

async function findHost(name: string, { resources }: ExtensionContext): Promise<Host> {
  const hosts = await resources.sshHosts();
  const found = hosts.find((host) => host.name === name);
  if (found) return found;
  const names = hosts.map((host) => host.name).join(", ");
  const known = names === "" ? "There are none: ssh.json names them." : `Available hosts: ${names}`;
  throw new SshError("bad-host", `Unknown SSH host: ${name}. ${known}`);
}

async function runOn(
  host: Host,
  { connections, known }: SshParts,
  request: Parameters<typeof runCommand>[2],
): Promise<ScriptOutcome> {
  const connection = connections.to(toDestination(host));
  const info = await known.of(connection);
  try {
    return await runCommand(connection, info, request);
  } catch (error) {
    if (error instanceof SshError && error.code === "no-shell") await known.forget(connection);
    throw error;
  }
}

/** Keeps what came before the connection was lost. */
function lostResult(host: string, error: unknown, sink: ToolOutputSink) {
  const output = sink.finish().text.trimEnd();
  if (output === "" || !(error instanceof SshError)) throw error;
  return {
    content: [{ type: "text" as const, text: `${output}\n\n${error.message}` }],
    details: { host },
    isError: true,
  };
}

function resultOf(
  host: string,
  { ended, exitCode }: ScriptOutcome,
  sink: ToolOutputSink,
  seconds: number,
  asked: number | undefined,
) {
  const output = sink.finish().text.trimEnd();
  const limit =
    asked !== undefined && asked !== seconds ? ` (timeout ${asked} is outside 1 to ${MAX_TIMEOUT_SECONDS})` : "";
  const endings = {
    exit:
      exitCode === 0
        ? undefined
        : exitCode === null
          ? "Command failed: its exit code is not known"
          : `Command exited with code ${exitCode}`,
    timeout: `[SSH: the command on ${host} timed out after ${seconds} seconds${limit} and was ended]`,
    abort: `[Command aborted: it was ended on ${host}]`,
  };
  const ending = endings[ended];
  const text = [output === "" && ending === undefined ? "(no output)" : output, ending].filter(Boolean).join("\n\n");
  return {
    content: [{ type: "text" as const, text }],
    details: { host, ...(ended === "exit" && { exitCode }) },
    ...(ending === undefined ? {} : { isError: true }),
  };
}
