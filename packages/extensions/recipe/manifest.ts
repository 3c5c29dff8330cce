import type { ExtensionManifest } from "@tau/coding-agent";
import { recipe } from "./tool.ts";

/** `recipe`: the tasks that a project has written down for just, npm and its kin, cargo, make and Task. */
export const manifest: ExtensionManifest = {
  name: "recipe",
  description: "Runs the tasks of a project",
  when: {
    file: [
      ...["justfile", "Justfile", ".justfile", "package.json", "Cargo.toml", "GNUmakefile", "makefile", "Makefile"],
      ...["Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml", "Taskfile.dist.yaml"],
    ],
  },
  tools: [recipe],
  load: () => import("./index.ts"),
};
