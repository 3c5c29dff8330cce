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

/** The loaded extensions, which may decide on a folder. */
export type TrustDeciders = Pick<ExtensionHost, "projectTrust">;

export interface TrustAnswer {
  readonly trusted: boolean;
  readonly remember?: boolean;
}

/** How the program that opens folders finds an answer. */
export interface TrustPorts {
  /** One answer for every folder, such as from `--approve`. */
  readonly override?: boolean | undefined;
  /** Loads the extensions that do not belong to the folder, if they have to be asked. */
  readonly loadDeciders?: (workspace: Workspace) => Promise<TrustDeciders | undefined>;
  readonly askExtensions?: (workspace: Workspace, deciders: TrustDeciders) => Promise<TrustAnswer | undefined>;
  /** Asks the user; absent if there is no terminal. */
  readonly askUser?: (
    workspace: Workspace,
    found: readonly string[],
    options: readonly ProjectTrustOption[],
    changed: readonly string[],
  ) => Promise<ProjectTrustOption | undefined>;
  /**
   * Called with what is left out because the user could not be asked. `changed`: the folder is trusted, but these parts
   * have changed since.
   */
  readonly onLeftOut?: (found: readonly string[], changed: readonly string[]) => Promise<void>;
}

/** Decides which folders may contribute settings and code, and remembers the decisions for this process. */
export class WorkspaceTrust {
  private readonly ports: TrustPorts;
  /** Decisions by the real path of the folder. */
  private readonly known = new Map<string, ProjectTrust>();

  constructor(ports: TrustPorts) {
    this.ports = ports;
  }

  /** Resolves to the earlier decision in this process, or decides now. */
  async decide(workspace: Workspace): Promise<ProjectTrust> {
    const known = this.decisionOn(workspace.cwd);
    return known && !isOpenQuestion(known) ? known : await this.resolve(workspace);
  }

  /** Decides again if the folder by now has something that needs trust. Await this before anything of the folder is read again. */
  async decideBeforeReload(workspace: Workspace, deciders?: TrustDeciders): Promise<void> {
    const known = this.decisionOn(workspace.cwd);
    if (!known || !isOpenQuestion(known) || protectedResources(workspace).length === 0) return;
    // Until there is an answer, the code that looks for it must not read anything of the folder.
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

/**
 * Returns whether the folder had nothing that needs trust when it was opened, so that it was never asked about. It may
 * have something by now.
 */
function isOpenQuestion({ trusted, decided }: ProjectTrust): boolean {
  return trusted && !decided;
}

/** Returns what needs trust, relative to the folder. */
function protectedResources({ cwd, agentDir }: Workspace): string[] {
  return findProtectedResources(cwd, { agentDir }).map((path) => relative(cwd, path));
}
