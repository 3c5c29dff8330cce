import { isAbsolute } from "node:path";
import { followLinks } from "./follow-links.ts";
import { secretLinkedBelow, secretMatched } from "./matched-secrets.ts";
import type { PermissionAnswer, PermissionPolicy, PermissionRequest } from "./permission.ts";
import type { PermissionMode } from "./permission-mode.ts";
import { protectionOf, reasonToAsk, secretsAt, secretsBelow } from "./protected-paths.ts";
import type { PermissionRule } from "./rule.ts";
import { decideByRules } from "./rule-decision.ts";
import { isWithin } from "./rule-paths.ts";
import type { ShellJudgement } from "./shell/judge-script.ts";

/** The context of a decision. It is requested for each decision, because all of it can change. */
export interface PolicyPlace {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  readonly cwd: string;
  readonly home: string;
  /** Absolute paths of the folders in which the model works. */
  readonly roots: readonly string[];
  /** Folders of temporary files. Removing what is in them destroys nothing, but tools do not write there. */
  readonly temporary?: readonly string[];
  /** Further files and folders that hold keys. */
  readonly secrets: readonly string[];
  /** Tau's own folder. */
  readonly agentDir?: string;
  /** Files of the workspace that Tau starts without a question. */
  readonly started?: readonly string[];
  /** The folders in which programs are found, as in `PATH`. */
  readonly searchPath?: string;
  /** Commands of the model run in the sandbox. */
  readonly isSandboxed: boolean;
  /** The repository's configuration is trusted as the user's own. */
  readonly trustsRepository: boolean;
  /** Name of the shell that commands of `bash` run in, if it may be another one. */
  readonly shell?: string;
}

/** Creates a policy that decides by mode and rules. */
export function createPolicy(place: () => PolicyPlace): PermissionPolicy {
  return { decide: async (request) => await decide(request, place()) };
}

async function decide(given: PermissionRequest, place: PolicyPlace): Promise<PermissionAnswer> {
  const request = followLinks(given);
  const judgement = await judge(request, place);
  const ruled = decideByRules(request, judgement, place);
  if (ruled?.decision === "deny") return { action: "deny", reason: deniedBy(ruled) };
  const asks = questionOf(ruled, request);
  if (place.mode === "yolo")
    return asks !== undefined && ruled?.source === "managed" ? { action: "ask", question: asks } : { action: "allow" };
  const objection = objectionTo(request, judgement, place);
  const isLifted = isAllowed(ruled, request) && objection?.isFirm !== true;
  // A rule may allow reading a file or a host in plan mode, but no rule allows a change there.
  const onlyReads = request.effect === "read" || request.effect === "network";
  if (place.mode === "plan" && objection && !(isLifted && onlyReads))
    return { action: "deny", reason: `${objection.reason} ${PLAN}` };
  if (asks !== undefined) return { action: "ask", question: asks };
  if (objection === undefined || isLifted) return { action: "allow" };
  return { action: "ask", question: objection.reason };
}

/** Returns why a rule or an extension wants the user to be asked. */
function questionOf(ruled: PermissionRule | undefined, { opinion }: PermissionRequest): string | undefined {
  if (ruled?.decision === "ask") return `The rule ${ruled.text}${origin(ruled)} asks.`;
  return opinion?.decision === "ask" ? (opinion.reason ?? "An extension asks.") : undefined;
}

function isAllowed(ruled: PermissionRule | undefined, { opinion }: PermissionRequest): boolean {
  return ruled?.decision === "allow" || opinion?.decision === "allow";
}

function deniedBy(rule: PermissionRule): string {
  return `A rule${origin(rule)} denies it: ${rule.text}.`;
}

/** Marks rules of the administrator in messages, because the user cannot change them. */
function origin({ source }: PermissionRule): string {
  return source === "managed" ? " of the administrator" : "";
}

/**
 * Resolves to whether a rule lets a command run with the user's rights. A command that is harmless only in the sandbox
 * must stay in it.
 */
export async function isAllowedByRule(request: PermissionRequest, place: PolicyPlace): Promise<boolean> {
  const judgement = await judge(request, place);
  if (decideByRules(request, judgement, place)?.decision !== "allow") return false;
  return objectionTo({ ...request, isUnconfined: true }, judgement, place)?.isFirm !== true;
}

const PLAN = "Plan mode only reads: describe the change instead, and the user will leave plan mode to carry it out.";

/** Judges the command of a request, if it has one. The code is loaded with the first command. */
export async function judge(
  { tool, command }: PermissionRequest,
  place: PolicyPlace,
): Promise<ShellJudgement | undefined> {
  if (command === undefined) return undefined;
  const { judgeCommand } = await import("./shell/judge-script.ts");
  const roots = [...place.roots, ...(place.temporary ?? [])];
  return await judgeCommand(command, { ...place, roots, ...(tool === "powershell" ? { shell: tool } : {}) });
}

interface Objection {
  readonly reason: string;
  /** No rule can override the objection. */
  readonly isFirm?: boolean;
}

function objectionTo(
  request: PermissionRequest,
  judgement: ShellJudgement | undefined,
  place: PolicyPlace,
): Objection | undefined {
  if (judgement) return objectionToCommand(judgement, place, request.isUnconfined ?? false);
  if (request.effect === "read") return objectionToReading(request.paths ?? [], place);
  if (request.effect === "write") return objectionToWriting(request.paths ?? [], place);
  if (request.effect === "network") return { reason: `It connects to ${request.host ?? "another machine"}.` };
  if (request.effect === "execute") return objectionToProgram(request, place);
  return { reason: `${request.tool} does not say what it does.` };
}

function objectionToReading(paths: readonly string[], place: PolicyPlace): Objection | undefined {
  const secret = paths.map((path) => secretsAt(path, place)).find((found) => found !== undefined);
  return secret === undefined ? undefined : { reason: reasonToAsk(secret) };
}

function objectionToWriting(paths: readonly string[], place: PolicyPlace): Objection | undefined {
  if (place.mode !== "auto") return { reason: `It changes ${listOf(paths)}.` };
  const url = paths.find((each) => !isAbsolute(each));
  if (url !== undefined) return { reason: `It changes ${url}, which is no file of the workspace.` };
  const outside = paths.filter((each) => !place.roots.some((root) => isWithin(root, each)));
  if (outside.length > 0)
    return {
      reason: `It changes ${listOf(outside)}, which ${outside.length > 1 ? "are" : "is"} outside the workspace.`,
    };
  const [path] = paths.filter((each) => protectionOf(each, place) !== undefined);
  return path === undefined ? undefined : { reason: `It changes ${path}. ${protectionOf(path, place)}` };
}

const NAMED_PATHS = 3;

/** Returns the first paths of a list, and how many more there are. */
function listOf(paths: readonly string[]): string {
  const all = [...new Set(paths)];
  const named = all.slice(0, NAMED_PATHS);
  const rest = all.length - named.length;
  const last = rest > 0 ? `${rest} more` : named.length > 1 ? named.pop() : undefined;
  return last === undefined ? named.join("") : `${named.join(", ")} and ${last}`;
}

/** A program that the sandbox confines is permitted as a command is, unless its tool writes something that would need a question. */
function objectionToProgram(request: PermissionRequest, place: PolicyPlace): Objection | undefined {
  const { tool, isConfined, paths, host } = request;
  if (host !== undefined) return { reason: `It runs a command on ${host}.` };
  if (!isConfined || place.mode !== "auto" || !place.isSandboxed) return { reason: `${tool} runs a program.` };
  return paths === undefined ? undefined : objectionToWriting(paths, place);
}

function objectionToCommand(
  judgement: ShellJudgement,
  place: PolicyPlace,
  isUnconfined: boolean,
): Objection | undefined {
  const { verdict, reasons } = judgement;
  const isConfined = place.mode === "auto" && place.isSandboxed && !isUnconfined;
  if (isConfined) return undefined;
  if (verdict === "danger") return { reason: reasons.join(" "), isFirm: true };
  if (verdict === "ask") return { reason: reasons.join(" ") };
  return objectionToSearching(judgement, place) ?? objectionToReading(judgement.reads, place);
}

/** Objects to keys among the files that a command finds: below a folder, by a glob, or behind a link. */
function objectionToSearching(
  { searches, globs, followed }: ShellJudgement,
  place: PolicyPlace,
): Objection | undefined {
  const below = searches.map((folder) => secretsBelow(folder, place)).find((found) => found !== undefined);
  if (below !== undefined) return { reason: reasonToAsk(below) };
  const reasons = [
    ...globs.map((glob) => secretMatched(glob, place)),
    ...followed.map((folder) => secretLinkedBelow(folder, place)),
  ];
  const reason = reasons.find((each) => each !== undefined);
  return reason === undefined ? undefined : { reason };
}
