import { ConfigError } from "../json-file/index.ts";
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

/** The rules of the administrator's settings, of the user's and, after trust, of the project's. */
export function settingsRules({ settings, cwd, agentDir }: RuleSources): PermissionRule[] {
  return [
    ...managedRules(settings),
    ...layerRules(settings.layer("global").permissions, { source: "user", base: agentDir }).rules,
    ...layerRules(settings.layer("project").permissions, { source: "project", base: cwd }).rules,
  ];
}

/** A rule of the administrator that cannot be read must not be passed over: nothing runs without it. */
export function managedRules(settings: SettingsStore): PermissionRule[] {
  const { rules, problems } = layerRules(settings.managed().permissions, { source: "managed", base: "/" });
  if (problems[0] !== undefined)
    throw new ConfigError("broken-file", `The administrator's settings cannot be followed. ${problems[0]}`);
  return rules;
}

/** What is wrong with the rules of the user and the project, for `tau doctor`. */
export function ruleProblems({ settings, cwd, agentDir }: RuleSources): string[] {
  return [
    ...layerRules(settings.layer("global").permissions, { source: "user", base: agentDir }).problems,
    ...layerRules(settings.layer("project").permissions, { source: "project", base: cwd }).problems,
  ];
}

const parsed = new WeakMap<Texts, ParsedRules & { readonly base: string }>();

/** Parsed once for each value of the settings: a policy asks at every call. */
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
