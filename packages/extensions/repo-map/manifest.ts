import type { ExtensionManifest } from "@tau/coding-agent";
import { repoMap } from "./tool.ts";

/** `repo_map` and `/map`: the most referenced symbols of a repository. */
export const manifest: ExtensionManifest = {
  name: "repo-map",
  description: "Shows which definitions of a repository matter most; /map shows it to you",
  tools: [repoMap],
  commands: { map: { description: "Show a map of the code", words: [], localFiles: true } },
  draws: { tools: ["repo_map"], entries: ["repo-map"] },
  load: () => import("./index.ts"),
};
