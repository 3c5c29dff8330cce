import type { SessionLog } from "@tau/agent";
import { errorText } from "../../core/error-text.ts";
import type { RemoteWorkspace, RemoteWorkspaces, ServiceKey } from "../../core/extensions/contract/index.ts";
import type { Generation } from "../../core/extensions/host/generation.ts";
import { createExtensionResources } from "../../core/extensions/ports/resources.ts";
import type { SessionExtensions } from "../../core/extensions/session/session-extensions.ts";
import type { SessionOperations } from "../../core/session/tools/make-tools.ts";
import { remoteOperations } from "../../core/session/tools/remote-session.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { loadExtensions, type UnknownOptions } from "../folder/open-extensions.ts";
import type { FolderOpening } from "../folder/open-folder.ts";
import { openSession } from "./open-session.ts";
import type { FirstFolder } from "./session-factory.ts";

const serviceOf = (flag: string) => `workspace:${flag}` as ServiceKey<RemoteWorkspaces>;

/** Opens the log of the session that the command line asks for, in the remote workspace that it names, if any. */
export async function openRemoteLog(
  opening: FolderOpening,
  { services, extensions }: FirstFolder,
): Promise<SessionLog | undefined> {
  const workspace = remoteFlag(opening.flags, extensions);
  const log = await openSession({ ...opening, services, workspace });
  if (log) checkWorkspace(workspace, log.getHeader()?.workspace);
  return log;
}

/** Returns the remote workspace that the flags of extensions ask for, as the session records it. */
function remoteFlag(flags: UnknownOptions, extensions: SessionExtensions | undefined): string | undefined {
  const generation = extensions?.host?.generation;
  for (const [option, value] of flags) {
    const flag = option.replace(/^--?/, "");
    if (!generation?.services.has(serviceOf(flag)) || isTakenOver(flag, generation)) continue;
    if (typeof value !== "string" || value === "") throw usageError(`--${flag} needs a value.`);
    return `${flag}:${value}`;
  }
  return undefined;
}

/** Returns whether an extension of the user has a flag of the same name: it then stands for what that extension does with it. */
function isTakenOver(flag: string, generation: Generation): boolean {
  return generation.extensions.some((each) => each.flags.has(flag) && generation.isFlagCovered(flag, each));
}

/** Throws if the command line names another workspace than the session that it opens works in. */
function checkWorkspace(asked: string | undefined, recorded: string | undefined): void {
  if (asked === undefined || asked === recorded) return;
  const [flag = "", target = ""] = split(asked);
  const place = recorded === undefined ? "on this machine" : `in --${split(recorded).join(" ")}`;
  throw usageError(`The session works ${place}, not in --${flag} ${target}. Start a new one, or leave out --${flag}.`);
}

/** The tools of batteries that neither read nor change files, or do so with the tools of the session. */
const ANYWHERE: ReadonlySet<string> = new Set(
  [
    "ask browser calc checkpoint codemode compact goal job recall reflect render_mermaid retain rewind ssh submit_plan",
    "task todo tool_search web_search",
  ]
    .join(" ")
    .split(" "),
);

/** Returns the tools that would work on the files of this machine. */
function localTools({ batteries }: SessionExtensions): string[] {
  const ofBatteries = (batteries?.all ?? []).flatMap(({ tools = [], found = [] }) => [
    ...tools.map(({ name }) => name),
    ...found,
  ]);
  return ["powershell", ...ofBatteries.filter((name) => !ANYWHERE.has(name))];
}

export interface OpenedRemote {
  readonly extensions: SessionExtensions;
  readonly operations: SessionOperations;
}

/** Connects to the workspace of a session, with an extension that knows how. Loads that extension if it is not loaded. */
export async function openRemote(
  recorded: string,
  { services, extensions: present }: FirstFolder,
  opening: FolderOpening,
): Promise<OpenedRemote> {
  const [flag = "", target = ""] = split(recorded);
  const key = serviceOf(flag);
  const isKnown = present?.host?.generation.services.has(key);
  const flags = new Map([...opening.flags, [`--${flag}`, target]]);
  const extensions = isKnown && present ? present : await loadExtensions(services, { ...opening, flags });
  const { host } = extensions;
  if (!host?.generation.services.has(key))
    throw new CliError(
      `This session works in --${flag} ${target}, and no extension that is on provides it.`,
      ExitCode.configuration,
    );
  const resources = createExtensionResources(services.resources);
  const opened = new WeakMap<Generation, Promise<RemoteWorkspace>>();
  const current = () => {
    const { generation } = host;
    const open = async () => await (await generation.services.use(key)).open(target, { resources });
    const workspace = opened.get(generation) ?? open();
    opened.set(generation, workspace);
    workspace.catch(() => opened.delete(generation));
    return workspace;
  };
  const first = await current().catch((cause: unknown) => {
    throw new CliError(errorText(cause), ExitCode.configuration, { cause });
  });
  return { extensions, operations: remoteOperations(first, current, localTools(extensions)) };
}

function split(recorded: string): string[] {
  const colon = recorded.indexOf(":");
  return [recorded.slice(0, colon), recorded.slice(colon + 1)];
}
