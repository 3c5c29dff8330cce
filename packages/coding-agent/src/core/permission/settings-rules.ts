import type { SettingsStore } from "../settings/index.ts";
import { type PermissionRule, parseRule, type RuleDecision } from "./rule.ts";

export interface ParsedRules {
  readonly rules: PermissionRule[];
  readonly problems: string[];
}

export interface RuleSources {
  readonly settings: SettingsStore;
  readonly cwd: string;
  readonly agentDir: string;
}

type Texts = NonNullable<ReturnType<SettingsStore["getSettings"]>["permissions"]>;
type Origin = Pick<PermissionRule, "source" | "base">;

/** Returns the rules of the administrator, the user and, if it is trusted, the project. */
export function settingsRules({ settings, cwd, agentDir }: RuleSources): PermissionRule[] {
  return [
    ...layerRules(settings.managed?.settings.permissions, { source: "managed", base: "/" }).rules,
    ...layerRules(settings.layer("global").permissions, { source: "user", base: agentDir }).rules,
    ...layerRules(settings.layer("project").permissions, { source: "project", base: cwd }).rules,
  ];
}

/** Returns the mistakes in the rules of the user and the project, for `tau doctor`. */
export function ruleProblems({ settings, cwd, agentDir }: RuleSources): string[] {
  return [
    ...layerRules(settings.layer("global").permissions, { source: "user", base: agentDir }).problems,
    ...layerRules(settings.layer("project").permissions, { source: "project", base: cwd }).problems,
  ];
}

const parsed = new WeakMap<Texts, ParsedRules & { readonly base: string }>();

/** Parses rules once per settings value, because the policy needs them at every call. */
function layerRules(texts: Readonly<Texts> | undefined, origin: Origin): ParsedRules {
  if (texts === undefined) return { rules: [], problems: [] };
  const found = parsed.get(texts);
  if (found?.base === origin.base) return found;
  const all = (["deny", "ask", "allow"] as const).map((decision) =>
    parseRules(texts[decision] ?? [], { decision, ...origin }),
  );
  const rules = {
    base: origin.base,
    rules: all.flatMap((each) => each.rules),
    problems: all.flatMap((each) => each.problems),
  };
  parsed.set(texts, rules);
  return rules;
}

export function parseRules(
  texts: readonly string[],
  origin: { readonly decision: RuleDecision; readonly source: PermissionRule["source"]; readonly base: string },
): ParsedRules {
  const all = texts.map((text) => parseRule(text, origin));
  return {
    rules: all.flatMap((each) => ("rule" in each ? [each.rule] : [])),
    problems: all.flatMap((each) => ("problem" in each ? [each.problem] : [])),
  };
}
