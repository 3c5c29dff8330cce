import { homedir, tmpdir } from "node:os";
import type { SessionLog } from "@tau/agent";
import { getAuthPath } from "../paths/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import type { PermissionAnswer, PermissionPolicy, PermissionRequest } from "./permission.ts";
import type { AskPermission } from "./permit.ts";
import type { PolicyPlace } from "./policy.ts";
import type { PermissionRule } from "./rule.ts";

/** What a question shows. */
export interface PermissionQuestion {
  readonly request: PermissionRequest;
  /** Why it is asked. */
  readonly reason: string;
  /** The narrowest rules that would have answered it; empty where none can. */
  readonly rules: readonly string[];
}

/** `session` and `always` add the rules of the question. `message` is for the model. */
export type PermissionReply =
  | { readonly allow: "once" | "session" | "always" }
  | { readonly allow: "no"; readonly message?: string };

export type AnswerPermission = (question: PermissionQuestion, signal?: AbortSignal) => Promise<PermissionReply>;

export interface PermissionSources {
  readonly settings: SettingsStore;
  readonly cwd: string;
  readonly agentDir: string;
  readonly log: SessionLog;
}

/** Entries of the log that hold the rules which the user gave to one session. */
const RULE_ENTRY = "tau.permission-rule";

/**
 * The permissions of one session: the mode and rules of the settings, the rules that the user gave while it ran, and the way
 * that a question takes to the user. Without a way, what would ask is refused, and the refusals are listed.
 */
export class SessionPermissions {
  /** How the user is asked. Absent: refused. */
  answer: AnswerPermission | undefined;
  readonly policy: PermissionPolicy;
  readonly ask: AskPermission;
  readonly refused: string[] = [];
  private readonly sources: PermissionSources;
  private sessionRules: string[] | undefined;
  /** Questions are asked one after the other: the answer to one may decide the next. */
  private asked: Promise<unknown> = Promise.resolve();

  constructor(sources: PermissionSources) {
    this.sources = sources;
    this.policy = { decide: async (request) => await this.decide(request) };
    this.ask = (reason, request, signal) => this.queue(reason, request, signal);
  }

  /** In the mode that asks nothing and without rules, nothing of the policy is loaded. */
  private async decide(request: PermissionRequest): Promise<PermissionAnswer> {
    const { settings } = this.sources;
    if (settings.get("permissionMode") === "yolo" && !hasDenyRules(settings)) return { action: "allow" };
    const { createPolicy } = await import("./policy.ts");
    const place = await this.place();
    return await createPolicy(() => place).decide(request);
  }

  private async place(): Promise<PolicyPlace> {
    const { settings, cwd, agentDir } = this.sources;
    const { settingsRules } = await import("./settings-rules.ts");
    return {
      mode: settings.get("permissionMode"),
      rules: [...settingsRules(this.sources).rules, ...(await this.rulesOfSession())],
      cwd,
      home: homedir(),
      roots: [cwd, tmpdir()],
      secrets: [getAuthPath(agentDir)],
      isSandboxed: false,
      trustsRepository: settings.isProjectTrusted(),
    };
  }

  private async rulesOfSession(): Promise<PermissionRule[]> {
    const { parseRules } = await import("./settings-rules.ts");
    this.sessionRules ??= this.sources.log
      .getBranch()
      .flatMap((entry) => (entry.type === "custom" && entry.customType === RULE_ENTRY ? [String(entry.data)] : []));
    return parseRules(this.sessionRules, { decision: "allow", source: "session", base: this.sources.cwd }).rules;
  }

  private queue(reason: string, request: PermissionRequest, signal?: AbortSignal): Promise<boolean | string> {
    const turn = this.asked.then(() => this.question(reason, request, signal));
    this.asked = turn.catch(() => undefined);
    return turn;
  }

  private async question(
    reason: string,
    request: PermissionRequest,
    signal: AbortSignal | undefined,
  ): Promise<boolean | string> {
    signal?.throwIfAborted();
    // An answer that was given meanwhile may have settled it.
    if ((await this.decide(request)).action === "allow") return true;
    if (!this.answer) return this.refuse(reason, request);
    const rules = await this.suggest(request);
    const reply = await this.answer({ request, reason, rules }, signal);
    if (reply.allow === "no") return reply.message ? `The user did not permit it: ${reply.message}` : false;
    if (reply.allow !== "once") this.remember(reply.allow, rules);
    return true;
  }

  private refuse(reason: string, request: PermissionRequest): string {
    this.refused.push(request.command ?? `${request.tool} ${request.paths?.[0] ?? request.host ?? ""}`.trim());
    return `${reason} It was not run: this run cannot ask the user. Do without it, or say what should be permitted.`;
  }

  private async suggest(request: PermissionRequest): Promise<string[]> {
    const [{ suggestRules }, { judgeCommand }] = await Promise.all([
      import("./suggest-rules.ts"),
      import("./shell/judge-script.ts"),
    ]);
    const judgement =
      request.command === undefined ? undefined : await judgeCommand(request.command, await this.place());
    return suggestRules(request, judgement);
  }

  private remember(how: "session" | "always", rules: readonly string[]): void {
    const { settings, log } = this.sources;
    if (how === "always") {
      const known = settings.layer("global").permissions?.allow ?? [];
      settings.set("permissions.allow", [...new Set([...known, ...rules])]);
    } else {
      for (const rule of rules) log.appendCustomEntry(RULE_ENTRY, rule);
      this.sessionRules = [...(this.sessionRules ?? []), ...rules];
    }
  }
}

function hasDenyRules(settings: SettingsStore): boolean {
  return (["global", "project"] as const).some((scope) => (settings.layer(scope).permissions?.deny?.length ?? 0) > 0);
}
