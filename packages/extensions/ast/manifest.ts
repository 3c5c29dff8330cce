import type { ExtensionManifest } from "@tau/coding-agent";
import { ENGINE, LANGUAGES } from "./languages.ts";
import { astEdit, astGrep } from "./tools.ts";

/** `ast_grep` and `ast_edit`: find and rewrite code by its syntax. */
export const manifest: ExtensionManifest = {
  name: "ast",
  description: "Finds and rewrites code by its syntax",
  tools: [astGrep, astEdit],
  draws: { tools: ["ast_grep", "ast_edit"] },
  packages: [ENGINE, ...LANGUAGES.flatMap(({ grammar }) => grammar ?? [])],
  load: () => import("./index.ts"),
};
