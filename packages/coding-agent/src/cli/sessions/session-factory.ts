import type { SessionLog } from "@tau/agent";
import type { SessionExtensions } from "../../core/extensions/session/session-extensions.ts";
import { sessionPermission } from "../../core/permission/session-permission.ts";
import { createSession } from "../../core/session/create-session.ts";
import type { SessionFactory, SessionStartReason } from "../../core/session/replace/session-runtime.ts";
import type { Session } from "../../core/session/session.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import { type FolderOpening, type OpenFolder, openFolder } from "../folder/open-folder.ts";
import { limitYoungGeneration } from "../limit-young-generation.ts";
import type { ModelFlags } from "../options/select-model.ts";

export interface FirstFolder {
  readonly services: Workspace;
  readonly extensions: SessionExtensions | undefined;
}

/** Creates each session of this process: the first with the flags, a new one with the current model, a resumed one with its own model. */
export function sessionFactory(folder: FirstFolder, opening: FolderOpening, flags: ModelFlags): SessionFactory {
  const { options } = opening;
  let previous: Session | undefined;
  let host = folder.extensions;
  let present = folder.services;
  return async (log, { reason }) => {
    const next = await folderFor(log.getCwd(), present, opening);
    present = next.services;
    if (previous) host = next.extensions ?? (await host?.reopen(present));
    const { settings, cwd, agentDir } = present;
    const { operations, extensions } = await operationsFor(log, { services: present, extensions: host }, opening);
    host = extensions;
    const result = await createSession({
      services: present,
      log,
      permission: sessionPermission({
        ...{ settings, cwd, agentDir, log, remote: operations?.remote },
        isOwnModel: () => previous?.model.provider === "demo",
      }),
      snapshots: settings.get("snapshots.enabled"),
      ...modelFor(reason, flags, previous),
      withoutModel: opening.mode === "interactive" ? "demo" : "fail",
      extensions: host ?? { noExtensions: true },
      tools: options.tools,
      excludeTools: [...(options.excludeTools ?? []), ...(operations?.remote?.excludedTools ?? [])],
      operations,
      noTools: options.noTools ? "all" : options.noBuiltinTools ? "builtin" : undefined,
    });
    previous = result.session;
    limitYoungGeneration(result.session);
    return result;
  };
}

/** Returns what the tools of a session use instead of this machine. Connects to the remote workspace of the session, if it has one. */
async function operationsFor(
  log: SessionLog,
  folder: FirstFolder,
  opening: FolderOpening,
): Promise<Pick<FirstFolder, "extensions"> & Pick<FolderOpening, "operations">> {
  const workspace = log.getHeader()?.workspace;
  if (workspace === undefined) return { extensions: folder.extensions, operations: opening.operations };
  return await (await import("./open-remote.ts")).openRemote(workspace, folder, opening);
}

function modelFor(reason: SessionStartReason, flags: ModelFlags, previous: Session | undefined) {
  if (!previous || reason === "startup") return flags;
  const scopedModels = previous.choice.scoped;
  if (reason === "resume") return { scopedModels };
  return { model: previous.model, thinkingLevel: previous.thinkingLevel, scopedModels };
}

/** Opens the folder of a session, with that folder's settings. Credentials and models are the same for all folders. */
async function folderFor(cwd: string, present: Workspace, opening: FolderOpening): Promise<OpenFolder> {
  if (cwd === present.cwd || cwd === "") return { services: present, extensions: undefined };
  return await openFolder(cwd, opening, present);
}
