import type { PermissionRequest } from "./permission.ts";
import type { PolicyPlace } from "./policy.ts";
import { fitsLine, isAboutTool, type PermissionRule } from "./rule.ts";
import { isAboutPath, reachesBelow } from "./rule-paths.ts";
import { isSafeVariable, type ShellJudgement } from "./shell/judge-script.ts";
import { lineOf, type SimpleCommand } from "./shell/shell-script.ts";
import { baseName } from "./shell/unwrap-command.ts";

type RulePlace = Pick<PolicyPlace, "rules" | "cwd" | "home">;

/** The rule that decides: one that denies before one that asks before one that allows, and of equals the administrator's. */
export function decideByRules(
  request: PermissionRequest,
  judgement: ShellJudgement | undefined,
  place: RulePlace,
): PermissionRule | undefined {
  for (const decision of ["deny", "ask"] as const) {
    const rule = place.rules.find((each) => each.decision === decision && concerns(each, request, judgement, place));
    if (rule) return rule;
  }
  const allowing = place.rules.filter(({ decision }) => decision === "allow");
  return judgement ? allowedCommand(judgement, allowing, request, place) : allowedCall(request, allowing, place);
}

/** Whether a rule that denies or asks is about any part of a call. */
function concerns(
  rule: PermissionRule,
  request: PermissionRequest,
  judgement: ShellJudgement | undefined,
  place: RulePlace,
): boolean {
  if (judgement) return concernsCommand(rule, request, judgement, place);
  if (!isAboutTool(rule, request.tool)) {
    // Reading is the least that an edit does.
    return request.effect === "write" && isAboutTool(rule, "read") && aboutPaths(rule, request, place);
  }
  if (rule.specifier === undefined) return true;
  if (request.host !== undefined) return isAboutHost(rule.specifier, request.host);
  return aboutPaths(rule, request, place);
}

function aboutPaths(rule: PermissionRule, { paths = [] }: PermissionRequest, place: RulePlace): boolean {
  return rule.specifier !== undefined && paths.some((path) => isAboutPath(rule, path, place));
}

function concernsCommand(
  rule: PermissionRule,
  request: PermissionRequest,
  { script, reads, writes }: ShellJudgement,
  place: RulePlace,
): boolean {
  if (isAboutTool(rule, request.tool)) {
    if (rule.specifier === undefined) return true;
    const { specifier } = rule;
    return [request.command ?? "", ...script.commands.flatMap(linesOf)].some((line) => fitsLine(specifier, line));
  }
  if (rule.specifier === undefined) return false;
  if (isAboutTool(rule, "edit") && writes.some((path) => isAboutPath(rule, path, place))) return true;
  return (
    isAboutTool(rule, "read") && reads.some((path) => isAboutPath(rule, path, place) || reachesBelow(rule, path, place))
  );
}

/** A command as it stands, by its plain name, and behind each of its wrappers. */
function linesOf(command: SimpleCommand): string[] {
  const line = lineOf(command);
  const plain = [baseName(command) ?? "", ...command.words.slice(1).map(({ text }) => text)].join(" ");
  return [line, plain, ...command.wrappers.map((wrapper) => `${wrapper} ${plain}`)];
}

/** Every command must be allowed by a rule, or only read; nothing may be left unclear. */
function allowedCommand(
  { script, effects, verdict, writes }: ShellJudgement,
  rules: readonly PermissionRule[],
  request: PermissionRequest,
  place: RulePlace,
): PermissionRule | undefined {
  const about = rules.filter((rule) => isAboutTool(rule, request.tool));
  const whole = about.find(({ specifier }) => specifier === undefined || specifier === request.command);
  if (whole) return whole;
  if (verdict === "read" || script.unclear.length > 0) return undefined;
  const isWritable = (path: string) =>
    rules.some((rule) => isAboutTool(rule, "edit") && isAboutPath(rule, path, place));
  if (!writes.every(isWritable)) return undefined;
  const found = effects.map((command) => about.find((rule) => allows(rule, command)));
  return found.every((rule) => rule !== undefined) ? found[0] : undefined;
}

function allows({ specifier = "" }: PermissionRule, command: SimpleCommand): boolean {
  if (!command.assignments.every(isSafeVariable)) return false;
  const line = lineOf(command);
  if (specifier === line) return true;
  // What a wrapper or an option of `find` starts is not what the prefix was given for.
  if (command.wrappers.some((wrapper) => wrapper !== "bash" && wrapper !== "sh" && wrapper !== "env")) return false;
  if (baseName(command) === "find" && command.words.some(({ text }) => /^-(?:delete|exec|ok|fprint|fls)/.test(text)))
    return false;
  if (!command.words.every(({ isLiteral, isGlob }) => isLiteral || isGlob)) return false;
  return fitsLine(specifier, line);
}

function allowedCall(
  request: PermissionRequest,
  rules: readonly PermissionRule[],
  place: RulePlace,
): PermissionRule | undefined {
  const { paths = [], host } = request;
  return rules.find((rule) => {
    if (!isAboutTool(rule, request.tool)) return false;
    if (rule.specifier === undefined) return true;
    if (host !== undefined) return isAboutHost(rule.specifier, host);
    return paths.length > 0 && paths.every((path) => isAboutPath(rule, path, place));
  });
}

/** `domain:example.com`, `domain:*.example.com`, `domain:*`. */
function isAboutHost(specifier: string, host: string): boolean {
  const [, domain] = /^domain:(.+)$/.exec(specifier) ?? [];
  if (domain === undefined) return false;
  const [wanted, given] = [domain, host].map((each) => each.toLowerCase().replace(/\.$/, ""));
  if (wanted === "*") return true;
  if (wanted?.startsWith("*.")) return given?.endsWith(wanted.slice(1)) ?? false;
  return wanted === given;
}
