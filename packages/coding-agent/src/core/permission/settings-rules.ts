import type { SettingsStore } from "../settings/index.ts";
import { type PermissionRule, parseRule, type RuleDecision } from "./rule.ts";

export interface ParsedRules {
  readonly rules: PermissionRule[];
  readonly problems: string[];
}

/** The rules of the user's settings and, after trust, of the project's. */
export function settingsRules({
  settings,
  cwd,
  agentDir,
}: {
  readonly settings: SettingsStore;
  readonly cwd: string;
  readonly agentDir: string;
}): ParsedRules {
  const layers = [
    { source: "user", base: agentDir, permissions: settings.layer("global").permissions },
    { source: "project", base: cwd, permissions: settings.layer("project").permissions },
  ] as const;
  const parsed = layers.flatMap(({ source, base, permissions }) =>
    (["deny", "ask", "allow"] as const).map((decision) =>
      parseRules(permissions?.[decision] ?? [], { decision, source, base }),
    ),
  );
  return { rules: parsed.flatMap(({ rules }) => rules), problems: parsed.flatMap(({ problems }) => problems) };
}

export function parseRules(
  texts: readonly string[],
  origin: { readonly decision: RuleDecision; readonly source: PermissionRule["source"]; readonly base: string },
): ParsedRules {
  const parsed = texts.map((text) => parseRule(text, origin));
  return {
    rules: parsed.flatMap((each) => ("rule" in each ? [each.rule] : [])),
    problems: parsed.flatMap((each) => ("problem" in each ? [each.problem] : [])),
  };
}
