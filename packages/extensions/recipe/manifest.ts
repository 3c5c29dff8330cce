import type { ExtensionManifest } from "@tau/coding-agent";
import { recipe } from "./tool.ts";

/** `recipe`: runs the tasks that a project defines for just, npm and similar, cargo, make and Task. */
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
