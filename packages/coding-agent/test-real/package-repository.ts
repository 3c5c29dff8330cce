import { join } from "node:path";
import { createWorkspace, type Workspace } from "@tau/testkit";

/** A package in a repository, and a bare copy of it that a server can offer. */
export interface PackageRepository extends AsyncDisposable {
  /** The folder that a server serves. */
  readonly root: string;
  /** The bare copy, below it. */
  readonly name: string;
  /** Commits a tool with this description and publishes it. */
  publish(description: string): Promise<void>;
}

export async function packageRepository(): Promise<PackageRepository> {
  const workspace: Workspace = await createWorkspace({
    files: {
      "work/package.json": JSON.stringify({ name: "from-git", version: "1.0.0", pi: { extensions: ["./tool.ts"] } }),
    },
  });
  const [root, work] = [join(workspace.cwd, "served"), join(workspace.cwd, "work")];
  const git = (...args: string[]) => workspace.git("-C", work, "-c", "user.name=t", "-c", "user.email=t@t", ...args);
  await workspace.git("init", "--quiet", "--initial-branch=main", work);
  await workspace.git("init", "--quiet", "--bare", "--initial-branch=main", join(root, "from-git.git"));
  return {
    root,
    name: "from-git.git",
    async publish(description) {
      await workspace.write("work/tool.ts", toolWith(description));
      await git("add", ".");
      await git("commit", "--quiet", "-m", "change");
      await git("push", "--quiet", join(root, "from-git.git"), "main");
    },
    [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose](),
  };
}

function toolWith(description: string): string {
  return `export default (pi) => pi.registerTool({
    name: "from_git",
    label: "From git",
    description: ${JSON.stringify(description)},
    parameters: { type: "object", properties: {} },
    execute: async () => ({ content: [] }),
  });
`;
}
