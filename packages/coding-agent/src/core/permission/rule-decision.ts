import { filesMatched } from "./matched-secrets.ts";
import type { PermissionRequest } from "./permission.ts";
import type { PolicyPlace } from "./policy.ts";
import { fitsLine, isAboutTool, type PermissionRule } from "./rule.ts";
import { isAboutPath, reachesBelow } from "./rule-paths.ts";
import { isSafeVariable, type ShellJudgement } from "./shell/judge-script.ts";
import { lineOf, type SimpleCommand } from "./shell/shell-script.ts";
import { baseName, commandsIn, startsOthers } from "./shell/unwrap-command.ts";

type RulePlace = Pick<PolicyPlace, "rules" | "cwd" | "home">;

/** Returns the rule that decides: deny before ask before allow, and among equals the administrator's first. */
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

/** Returns whether a deny or ask rule matches any part of a call. */
function concerns(
  rule: PermissionRule,
  request: PermissionRequest,
  judgement: ShellJudgement | undefined,
  place: RulePlace,
): boolean {
  if (judgement) return concernsCommand(rule, request, judgement, place);
  if (!isAboutTool(rule, request.tool)) {
    // Rules for files hold for every tool that reads or changes them. An edit at least reads the file.
    const isReading = request.effect === "read" || request.effect === "write";
    const isAbout = isAboutTool(rule, "read") || (request.effect === "write" && isAboutTool(rule, "edit"));
    return isReading && isAbout && aboutPaths(rule, request, place);
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
  { script, reads, searches, globs, writes }: ShellJudgement,
  place: RulePlace,
): boolean {
  if (isAboutTool(rule, request.tool)) {
    if (rule.specifier === undefined) return true;
    const { specifier } = rule;
    return [request.command ?? "", ...script.commands.flatMap(commandsIn).flatMap(linesOf)].some((line) =>
      fitsLine(specifier, line),
    );
  }
  if (rule.specifier === undefined) return false;
  if (isAboutTool(rule, "edit") && writes.some((path) => isAboutPath(rule, path, place))) return true;
  if (!isAboutTool(rule, "read")) return false;
  const matched = globs.map(filesMatched);
  return (
    [...reads, ...matched.flatMap((files) => files ?? [])].some((path) => isAboutPath(rule, path, place)) ||
    searches.some((folder) => reachesBelow(rule, folder, place)) ||
    matched.includes(undefined)
  );
}

/** Returns the command as it is written, by its plain name, and with each of its wrappers. */
function linesOf(command: SimpleCommand): string[] {
  const line = lineOf(command);
  const plain = [baseName(command) ?? "", ...command.words.slice(1).map(({ text }) => text)].join(" ");
  return [line, plain, ...command.wrappers.map((wrapper) => `${wrapper} ${plain}`)];
}

/**
 * Returns the allowing rule: one for the whole tool or the exact text, or else one for each command that does more than
 * read. In the latter case nothing may be unclear, and every written file must be allowed too.
 */
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
  // A prefix rule does not cover what another program or an option of `find` starts.
  if (startsOthers(command) || !command.wrappers.every((wrapper) => PLAIN_WRAPPERS.has(wrapper))) return false;
  if (baseName(command) === "find" && command.words.some(({ text }) => /^-(?:delete|exec|ok|fprint|fls)/.test(text)))
    return false;
  if (!command.words.every(({ isLiteral, isGlob }) => isLiteral || isGlob)) return false;
  return fitsLine(specifier, line);
}

/** Wrappers that change how a command runs, not what it does. */
const PLAIN_WRAPPERS: ReadonlySet<string> = new Set(
  "bash builtin command env nice nohup sh stdbuf time timeout".split(" "),
);

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

/** Matches `domain:example.com`, `domain:*.example.com` and `domain:*`. */
function isAboutHost(specifier: string, host: string): boolean {
  const [, domain] = /^domain:(.+)$/.exec(specifier) ?? [];
  if (domain === undefined) return false;
  const [wanted, given] = [domain, host].map((each) => each.toLowerCase().replace(/\.$/, ""));
  if (wanted === "*") return true;
  if (wanted?.startsWith("*.")) return given?.endsWith(wanted.slice(1)) ?? false;
  return wanted === given;
}
