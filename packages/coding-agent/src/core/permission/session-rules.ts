import { homedir, tmpdir } from "node:os";
import { basename } from "node:path";
import type { SessionLog } from "@tau/agent";
import { linkTarget } from "../files/link-target.ts";
import type { ProcessOutcome, ProcessPort, ProcessRequest } from "../process/index.ts";
import type { SandboxState } from "../sandbox/detect.ts";
import { knownTemporary } from "../sandbox/sandbox-files.ts";
import { followLinks } from "./follow-links.ts";
import type { PermissionAnswer, PermissionRequest } from "./permission.ts";
import { allowedMode } from "./permission-mode.ts";
import type { PolicyPlace } from "./policy.ts";
import { tauSecrets } from "./protected-paths.ts";
import type { PermissionRule } from "./rule.ts";
import type { PermissionReply, PermissionSources, SessionPermission } from "./session-permission.ts";
import { startedFiles } from "./started-files.ts";
import { workspaceRoots } from "./workspace-roots.ts";

/** Type of log entries that hold rules which the user gave to one session. */
const RULE_ENTRY = "tau.permission-rule";
/** Type of log entries that hold a question and the user's answer. */
const ANSWER_ENTRY = "tau.permission-answer";

const known = new WeakMap<SessionPermission, SessionRules>();

/** Returns the rules of a session, created on first use. */
export function rulesOf(permission: SessionPermission, sources: PermissionSources): SessionRules {
  const rules = known.get(permission) ?? new SessionRules(permission, sources);
  known.set(permission, rules);
  return rules;
}

/** State that a session shares with its children: one user, who is asked one question at a time and whose answers apply to all. */
interface SharedAnswers {
  /** Serialises the questions, because the answer to one may decide the next. */
  asked: Promise<unknown>;
  rules: string[];
}

const shared = new WeakMap<SessionLog, SharedAnswers>();

function answersIn(log: SessionLog): SharedAnswers {
  const found = shared.get(log) ?? { asked: Promise.resolve(), rules: recordedRules(log) };
  shared.set(log, found);
  return found;
}

function recordedRules(log: SessionLog): string[] {
  return log
    .getBranch()
    .flatMap((entry) => (entry.type === "custom" && entry.customType === RULE_ENTRY ? [String(entry.data)] : []));
}

/** Decides by the mode and rules of the settings and by the rules that the user gave during the session. */
class SessionRules {
  private readonly permission: SessionPermission;
  private readonly sources: PermissionSources;
  /** Commands that the user permitted and that have not run yet. They run with the user's rights. */
  private readonly granted = new Set<string>();

  constructor(permission: SessionPermission, sources: PermissionSources) {
    this.permission = permission;
    this.sources = sources;
  }

  async decide(request: PermissionRequest): Promise<PermissionAnswer> {
    const { createPolicy } = await import("./policy.ts");
    const place = await this.place();
    const answer = await createPolicy(() => place).decide(request);
    const { remote } = this.sources;
    if (answer.action !== "ask" || !remote || request.command === undefined) return answer;
    return { ...answer, question: `${answer.question} It runs on ${remote.label}, where there is no sandbox.` };
  }

  ask(reason: string, request: PermissionRequest, signal?: AbortSignal): Promise<boolean | string> {
    const answers = answersIn(this.sources.log);
    const turn = answers.asked.then(() => this.question(reason, request, signal));
    answers.asked = turn.catch(() => undefined);
    return turn;
  }

  /** Runs a command of the model, in the sandbox unless the user or a rule permitted it. */
  async run(request: ProcessRequest, processes: ProcessPort): Promise<ProcessOutcome> {
    const { runSandboxed } = await import("../sandbox/run-sandboxed.ts");
    const { settings, agentDir } = this.sources;
    const { mode } = await this.place();
    return await runSandboxed(request, {
      settings,
      agentDir,
      roots: workspaceRoots(this.sources),
      processes,
      onlyReads: async (command) => mode !== "auto" && (await this.seemsToRead(command)),
      isGranted: async (command) => this.granted.delete(command) || (await this.isAllowed(command)),
      askForRights: async (reason, command) => mode !== "plan" && (await this.askForRights(reason, command, request)),
    });
  }

  private async seemsToRead(command: string): Promise<boolean> {
    const { judge } = await import("./policy.ts");
    return (await judge(commandRequest(command, this.sources.cwd), await this.place()))?.verdict === "read";
  }

  /** Asks whether a command that the sandbox stopped may run without it. */
  private async askForRights(reason: string, command: string, { signal }: ProcessRequest): Promise<boolean> {
    const asked = { ...commandRequest(command, this.sources.cwd), isUnconfined: true };
    return (await this.ask(reason, asked, signal)) === true;
  }

  /** Resolves to a function that tells which files a search of a folder leaves out: those with keys, and those that a rule denies. */
  async hiddenIn(folder: string): Promise<(path: string) => boolean> {
    const { hiddenFiles } = await import("./hidden-files.ts");
    return hiddenFiles(folder, await this.place());
  }

  private async isAllowed(command: string): Promise<boolean> {
    const { isAllowedByRule } = await import("./policy.ts");
    return await isAllowedByRule(commandRequest(command, this.sources.cwd), await this.place());
  }

  private async place(): Promise<PolicyPlace> {
    const { settings, cwd } = this.sources;
    const [{ settingsRules }, { sandboxState }] = await Promise.all([
      import("./settings-rules.ts"),
      import("../sandbox/session-sandbox.ts"),
    ]);
    const { remote } = this.sources;
    const kind = remote ? "none" : (await sandboxState(this.sources)).kind;
    const roots = workspaceRoots(this.sources);
    const started = remote ? [] : await startedFiles({ settings, agentDir: this.sources.agentDir, roots });
    // Without a sandbox nothing limits what a command does, so the default is to ask.
    const byDefault = allowedMode(kind === "none" ? "ask" : "auto", settings.managed?.permissionModes);
    this.permission.defaultMode = byDefault;
    const chosen = this.sources.isOwnModel?.() ? "yolo" : settings.given("permissionMode");
    return {
      mode: chosen ?? byDefault,
      rules: [...settingsRules(this.sources), ...(await this.rulesOfSession())],
      cwd: remote?.cwd ?? cwd,
      home: remote?.home ?? homedir(),
      roots: remote ? [remote.cwd, "/tmp"] : withTargets([...roots, ...temporaryOf(kind)]),
      temporary: remote ? [] : withTargets([tmpdir()]),
      secrets: secretsOf(this.sources),
      started,
      ...(remote ? {} : { agentDir: this.sources.agentDir, searchPath: process.env.PATH ?? "" }),
      isSandboxed: kind !== "none",
      shell: remote ? "bash" : basename(settings.get("shellPath") ?? "bash"),
      // The trust of a folder here says nothing about one elsewhere.
      trustsRepository: !remote && settings.isProjectTrusted(),
    };
  }

  private async rulesOfSession(): Promise<PermissionRule[]> {
    const { parseRules } = await import("./settings-rules.ts");
    const { log, cwd } = this.sources;
    return parseRules(answersIn(log).rules, { decision: "allow", source: "session", base: cwd }).rules;
  }

  private async question(
    reason: string,
    asked: PermissionRequest,
    signal: AbortSignal | undefined,
  ): Promise<boolean | string> {
    signal?.throwIfAborted();
    const { agent, parent } = this.sources;
    const request = agent === undefined ? asked : { ...asked, agent };
    if (await this.isSettled(request)) return true;
    const { answer } = parent ?? this.permission;
    const rules = await this.suggest(request);
    if (!answer) return this.refuse(reason, request, rules);
    const { previewChange } = await import("./preview-change.ts");
    const reply = await answer(
      { request, reason, rules, diff: await previewChange(request, this.sources.remote?.readFile) },
      signal,
    );
    this.record(request, reason, reply, rules);
    if (reply.allow === "no") return reply.message ? `The user did not permit it: ${reply.message}` : false;
    // Only this tool takes what was permitted to run without the sandbox; a grant for another must not wait for it.
    if (request.tool === "bash" && request.command !== undefined && !request.isUnconfined)
      this.granted.add(request.command);
    return true;
  }

  /**
   * Resolves to whether an answer given while a question waited permits the call. That a command seems to only read does
   * not: the sandbox has stopped it.
   */
  private async isSettled(request: PermissionRequest): Promise<boolean> {
    if ((await this.decide(request)).action !== "allow") return false;
    if (request.command === undefined || !request.isUnconfined) return true;
    const { isAllowedByRule } = await import("./policy.ts");
    const place = await this.place();
    return place.mode === "yolo" || (await isAllowedByRule(request, place));
  }

  private refuse(reason: string, request: PermissionRequest, rules: readonly string[]): string {
    const { refused, onRefused } = this.sources.parent ?? this.permission;
    const { call, judged: _judged, ...effects } = request;
    const refusal = { type: "permission_refused", toolCallId: call?.id, ...effects, reason, rules } as const;
    refused?.push(refusal);
    onRefused?.(refusal);
    return `${reason} It was not run: this run cannot ask the user. Do without it, or say what should be permitted.`;
  }

  private async suggest(request: PermissionRequest): Promise<string[]> {
    // The extension would ask again, whatever the rules allow.
    if (request.opinion?.decision === "ask") return [];
    const [{ suggestRules }, { judge }] = await Promise.all([import("./suggest-rules.ts"), import("./policy.ts")]);
    return suggestRules(followLinks(request), await judge(request, await this.place()));
  }

  /** Writes the answer to the log before it takes effect. */
  private record(
    { tool, agent, call, command, paths, host }: PermissionRequest,
    reason: string,
    reply: PermissionReply,
    rules: readonly string[],
  ): void {
    const { settings, log } = this.sources;
    const subject = command !== undefined ? { command } : host !== undefined ? { host } : { paths };
    const toolCallId = call?.id;
    const given = reply.allow === "session" || reply.allow === "always" ? { rules } : {};
    log.appendCustomEntry(ANSWER_ENTRY, { tool, toolCallId, agent, ...subject, reason, ...reply, ...given });
    if (reply.allow === "always") {
      const present = settings.layer("global").permissions?.allow ?? [];
      settings.set("permissions.allow", [...new Set([...present, ...rules])]);
    }
    if (reply.allow !== "session") return;
    for (const rule of rules) log.appendCustomEntry(RULE_ENTRY, rule);
    answersIn(log).rules.push(...rules);
  }
}

/** Returns what holds keys besides the well-known places: files of Tau, and what the user hides from commands. */
function secretsOf({ settings, agentDir }: PermissionSources): string[] {
  const hidden = settings.get("sandboxOptions.hidden") ?? [];
  return [...tauSecrets(agentDir), ...hidden.map((path) => path.replace(/^~(?=\/|$)/, homedir()))];
}

function commandRequest(command: string, cwd: string): PermissionRequest {
  return { tool: "bash", effect: "execute", paths: [cwd], command };
}

/**
 * Returns the folders of temporary files that tools may change: that of confined commands, which see no other, or the
 * machine's where a container surrounds all of Tau.
 */
function temporaryOf(kind: SandboxState["kind"]): string[] {
  if (kind === "external") return [tmpdir()];
  const own = knownTemporary();
  return own === undefined ? [] : [own];
}

/** Adds where the roots lead, because a root may itself be reached through a link. */
function withTargets(roots: readonly string[]): string[] {
  return roots.flatMap((root) => [root, linkTarget(root)]);
}
