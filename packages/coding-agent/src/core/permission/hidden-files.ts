import { resolve } from "node:path";
import { linkTarget } from "../files/link-target.ts";
import type { PolicyPlace } from "./policy.ts";
import { secretsAt } from "./protected-paths.ts";
import { isAboutTool } from "./rule.ts";
import { isAboutPath } from "./rule-paths.ts";

/** Returns a function that tells which files a search of a folder leaves out. It takes paths relative to the folder. */
export function hiddenFiles(folder: string, place: PolicyPlace): (path: string) => boolean {
  const denying = place.rules.filter(
    (rule) => rule.decision === "deny" && rule.specifier !== undefined && isAboutTool(rule, "grep"),
  );
  // A folder of keys that the user let the model search is searched.
  const showsKeys = place.mode === "yolo" || secretsAt(folder, place) !== undefined;
  const bases = [...new Set([folder, linkTarget(folder)])];
  return (path) =>
    bases
      .map((base) => resolve(base, path))
      .some(
        (each) =>
          denying.some((rule) => isAboutPath(rule, each, place)) ||
          (!showsKeys && secretsAt(each, place, { isFollowed: true }) !== undefined),
      );
}
