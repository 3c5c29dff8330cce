import { relative } from "node:path";
import type { ExtensionHost } from "../extensions/host/extension-host.ts";
import { findProtectedResources } from "../resources/index.ts";
import {
  canonicalPath,
  type ProjectTrust,
  type ProjectTrustOption,
  ProjectTrustStore,
  resolveProjectTrust,
} from "../trust/index.ts";
import { rememberTrust } from "../trust/refused-folders.ts";
import type { Workspace } from "./workspace.ts";

/** The extensions that are loaded; they may decide on a folder. */
export type TrustDeciders = Pick<ExtensionHost, "projectTrust">;

export interface TrustAnswer {
  readonly trusted: boolean;
  readonly remember?: boolean;
}

/** How the program that opens folders finds an answer. */
export interface TrustPorts {
  /** An answer for every folder, such as `--approve`. */
  readonly override?: boolean | undefined;
  /** The extensions that are not the folder's own, loaded where they have to be asked. */
  readonly loadDeciders?: (workspace: Workspace) => Promise<TrustDeciders | undefined>;
  readonly askExtensions?: (workspace: Workspace, deciders: TrustDeciders) => Promise<TrustAnswer | undefined>;
  /** Asks the user; absent where there is no terminal. */
  readonly askUser?: (
    workspace: Workspace,
    found: readonly string[],
    options: readonly ProjectTrustOption[],
    changed: readonly string[],
  ) => Promise<ProjectTrustOption | undefined>;
  /** Told what is left out because there was no one to ask. `changed`: the folder is trusted, but these are not what was trusted. */
  readonly onLeftOut?: (found: readonly string[], changed: readonly string[]) => Promise<void>;
}

/** Which folders may bring settings and code, as decided in this process. */
export class WorkspaceTrust {
  private readonly ports: TrustPorts;
  /** By the real path of the folder. */
  private readonly known = new Map<string, ProjectTrust>();

  constructor(ports: TrustPorts) {
    this.ports = ports;
  }

  /** As it was decided in this process before, or as it is decided now. */
  async decide(workspace: Workspace): Promise<ProjectTrust> {
    const known = this.decisionOn(workspace.cwd);
    return known && !isOpenQuestion(known) ? known : await this.resolve(workspace);
  }

  /** To be awaited before anything of the folder is read again: what it brings by now may need an answer first. */
  async decideBeforeReload(workspace: Workspace, deciders?: TrustDeciders): Promise<void> {
    const known = this.decisionOn(workspace.cwd);
    if (!known || !isOpenQuestion(known) || protectedResources(workspace).length === 0) return;
    // Until the answer is there, nothing of the folder may be read by what looks for the answer.
    workspace.settings.setProjectTrusted(false);
    const { trusted } = await this.resolve(workspace, deciders ?? { projectTrust: async () => undefined });
    if (trusted) workspace.settings.setProjectTrusted(true);
  }

  decisionOn(cwd: string): ProjectTrust | undefined {
    return this.known.get(canonicalPath(cwd));
  }

  private async resolve(workspace: Workspace, present?: TrustDeciders): Promise<ProjectTrust> {
    const { cwd, agentDir, settings } = workspace;
    const { override, loadDeciders, askExtensions, askUser, onLeftOut } = this.ports;
    const found = override === undefined ? protectedResources(workspace) : [];
    const deciders = present ?? (found.length > 0 ? await loadDeciders?.(workspace) : undefined);
    const trust = await resolveProjectTrust({
      cwd,
      store: new ProjectTrustStore(agentDir),
      hasProtected: found.length > 0,
      override,
      fallback: settings.get("defaultProjectTrust"),
      ...(deciders && askExtensions ? { decide: () => askExtensions(workspace, deciders) } : {}),
      ...(askUser ? { ask: (options, changed) => askUser(workspace, found, options, changed) } : {}),
    });
    if (!trust.decided && !trust.trusted) await onLeftOut?.(found, trust.changed ?? []);
    this.known.set(canonicalPath(cwd), trust);
    rememberTrust(cwd, trust.trusted);
    return trust;
  }
}

/** The folder brought nothing when it was opened, so that it was not asked about. By now it may bring something. */
function isOpenQuestion({ trusted, decided }: ProjectTrust): boolean {
  return trusted && !decided;
}

/** What needs trust, relative to the folder. */
function protectedResources({ cwd, agentDir }: Workspace): string[] {
  return findProtectedResources(cwd, { agentDir }).map((path) => relative(cwd, path));
}
