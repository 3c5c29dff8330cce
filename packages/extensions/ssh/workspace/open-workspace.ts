import type { ListedResource, RemoteWorkspace, SshHost } from "@tau/coding-agent";
import type { SshConnection } from "../connection/connection.ts";
import type { Connections } from "../connection/connections.ts";
import { describeDestination } from "../connection/destination.ts";
import { parseTarget, type RemoteTarget } from "../connection/remote-target.ts";
import { runScript } from "../connection/run-script.ts";
import { SshError } from "../connection/ssh-error.ts";
import { createFileOperations, createLsOperations } from "./remote-files.ts";
import { createSearchOperations } from "./remote-search.ts";
import { createShellOperations } from "./remote-shell.ts";
import { type RemoteFacts, readFacts, surveyScript } from "./survey.ts";

export interface WorkspaceParts {
  readonly connections: Connections;
  readonly hosts: readonly ListedResource<SshHost>[];
  readonly signal?: AbortSignal | undefined;
}

/** Connects to a machine, and opens a folder there as the workspace of a session. */
export async function openWorkspace(
  text: string,
  { connections, hosts, signal }: WorkspaceParts,
): Promise<RemoteWorkspace> {
  const target = parseTarget(text, hosts);
  const connection = connections.to(target.destination);
  const facts = await survey(connection, target, signal);
  const { cwd, home, contextFiles, shell } = facts;
  return {
    label: `${target.destination.name}:${cwd}`,
    cwd,
    home,
    environment: environmentOf(connection, facts),
    contextFiles,
    operations: {
      ...createFileOperations(connection),
      ...createSearchOperations(connection, facts.hasRipgrep),
      bash: createShellOperations(connection, shell),
      ls: createLsOperations(connection),
    },
  };
}

async function survey(
  connection: SshConnection,
  target: RemoteTarget,
  signal: AbortSignal | undefined,
): Promise<RemoteFacts> {
  let output = Buffer.alloc(0);
  const { ended, exitCode } = await runScript(connection, {
    script: surveyScript(target.path),
    isRepeatable: true,
    signal,
    timeoutMs: SURVEY_LIMIT_MS,
    onData: (bytes) => {
      output = Buffer.concat([output, bytes]);
    },
    onErrorData: () => undefined,
  });
  if (ended === "exit" && exitCode === 0) return readFacts(output);
  const { name } = target.destination;
  const folder = target.path === "" ? "the home folder" : target.path;
  if (exitCode === 44) throw new SshError("bad-folder", `There is no folder ${folder} on ${name}.`);
  if (exitCode === 47)
    throw new SshError("bad-folder", `The folder ${folder} on ${name} may not be opened: permission denied.`);
  throw new SshError("no-shell", `${name} could not be examined (${ended}, code ${exitCode}).`);
}

const SURVEY_LIMIT_MS = 60_000;

function environmentOf({ destination }: SshConnection, { os, shell, branch }: RemoteFacts): Record<string, string> {
  const now = new Date();
  return {
    machine: `${destination.name} (${describeDestination(destination)}), over ssh. All tools work there, not on the user's own machine. There is no sandbox.`,
    git: branch,
    OS: os,
    shell,
    date: [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-"),
  };
}
