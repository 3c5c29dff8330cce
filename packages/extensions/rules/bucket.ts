import type { ExtensionContext } from "@tau/coding-agent";
import { parseStreamRule, type StreamRule } from "./stream-rule.ts";

export type ListedRule = Awaited<ReturnType<ExtensionContext["resources"]["rules"]>>[number];

/** When a rule applies. `listed` and `manual` rules are read on demand; only the former are named to the model. */
export type Bucket = "stream" | "always" | "files" | "listed" | "manual";

export interface SortedRule {
  readonly rule: ListedRule;
  readonly bucket: Bucket;
  /** Present if the rule watches what the model writes. */
  readonly stream?: StreamRule;
  /** What is wrong with the file. */
  readonly problems: readonly string[];
}

/** Programs whose rules hold everywhere unless they name files. */
const ALWAYS_BY_DEFAULT: ReadonlySet<string> = new Set(["claude", "cline", "windsurf"]);
const EVERYWHERE: ReadonlySet<string> = new Set(["**", "**/*", "*"]);

/** Decides when a rule applies: while the model writes, else always, else when a file is touched, else on demand. */
export function sortRule(rule: ListedRule): SortedRule {
  const { stream, problems } = parseStreamRule(rule);
  if (rule.content.trim() === "") return { rule, bucket: "manual", problems: [...problems, "the rule is empty"] };
  if (stream) return { rule, bucket: "stream", stream, problems };
  return { rule, bucket: bucketOf(rule), problems };
}

function bucketOf({ alwaysApply, trigger, globs = [], description, source, path }: ListedRule): Bucket {
  if (alwaysApply === true || trigger === "always_on") return "always";
  if (globs.length > 0 && trigger !== "manual" && trigger !== "model_decision")
    return globs.some((glob) => EVERYWHERE.has(glob)) ? "always" : "files";
  if (trigger === undefined && (ALWAYS_BY_DEFAULT.has(source) || path.endsWith("/.cursorrules"))) return "always";
  return description !== undefined && trigger !== "manual" ? "listed" : "manual";
}
