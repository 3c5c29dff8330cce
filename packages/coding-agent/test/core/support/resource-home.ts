import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ResourceLoader, type ResourceLoaderOptions } from "../../../src/core/resources/index.ts";
import { type Settings, SettingsStore } from "../../../src/core/settings/index.ts";
import { temporaryDirectory, writeTree } from "./temporary-directory.ts";

export interface LoaderSetup {
  readonly trusted?: boolean;
  readonly settings?: Partial<Settings>;
  readonly options?: Partial<ResourceLoaderOptions>;
}

/** A home, and a project in a repository, with these files. Paths begin with `home/`, `project/` or the like. */
export function resourceHome(files: Record<string, string | object>) {
  const root = temporaryDirectory();
  writeTree(root, files);
  const [home, project] = [join(root, "home"), join(root, "project")];
  const agentDir = join(home, ".tau");
  for (const folder of [agentDir, join(project, ".git")]) mkdirSync(folder, { recursive: true });
  const relative = (path: string) => path.replace(`${root}/`, "");
  const scope = (projectTrusted = true) => ({ cwd: project, home, agentDir, projectTrusted });
  async function load({ trusted = true, settings, options }: LoaderSetup = {}): Promise<ResourceLoader> {
    const manager = settings
      ? SettingsStore.inMemory(settings, { projectTrusted: trusted })
      : SettingsStore.open(project, agentDir, { projectTrusted: trusted });
    const loader = new ResourceLoader({ cwd: project, agentDir, home, settings: manager, ...options });
    await loader.reload();
    return loader;
  }
  return { root, home, project, agentDir, relative, scope, load };
}

export const skillText = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nHow to ${name}.\n`;
