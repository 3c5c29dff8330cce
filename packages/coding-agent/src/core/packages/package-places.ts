import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { getInheritedProjectDir, getProjectDir } from "../paths/index.ts";
import type { PackageOrigin } from "./package-source.ts";

export type PackageScope = "user" | "project" | "temporary";

/** The folders in which packages of each scope are kept. */
export class PackagePlaces {
  /** Base of relative paths in the project's pi settings. */
  readonly inheritedBase: string;
  private readonly roots: Record<PackageScope, string>;
  private readonly bases: Record<PackageScope, string>;

  constructor(cwd: string, agentDir: string) {
    const project = getProjectDir(cwd);
    this.inheritedBase = getInheritedProjectDir(cwd);
    this.roots = { user: agentDir, project, temporary: join(agentDir, "tmp", "extensions") };
    this.bases = { user: agentDir, project, temporary: cwd };
  }

  /** Returns the base of relative paths in this scope's settings. */
  baseOf(scope: PackageScope): string {
    return this.bases[scope];
  }

  /** Returns where the package is if it is installed. */
  pathOf(origin: PackageOrigin, scope: PackageScope): string {
    switch (origin.kind) {
      case "npm":
        return join(this.npmFolder(scope), "node_modules", ...origin.name.split("/"));
      case "git":
        return join(this.roots[scope], "git", origin.host, ...origin.path.split("/"));
      case "path":
        return origin.path;
    }
  }

  npmFolder(scope: PackageScope): string {
    return join(this.roots[scope], "npm");
  }

  /** Creates the folder for packages of one kind. In a project it is ignored by git. */
  prepare(kind: "npm" | "git", scope: PackageScope): string {
    const folder = join(this.roots[scope], kind);
    makeFolder(folder);
    writeOnce(join(folder, ".gitignore"), "*\n");
    if (kind === "npm") writeOnce(join(folder, "package.json"), '{\n  "name": "tau-packages",\n  "private": true\n}\n');
    return folder;
  }
}

function writeOnce(path: string, text: string): void {
  if (!existsSync(path)) writeFileSync(path, text);
}
