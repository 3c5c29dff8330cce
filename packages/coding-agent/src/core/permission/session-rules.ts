import { homedir, tmpdir } from "node:os";
import { getAuthPath } from "../paths/index.ts";
import type { ProcessOutcome, ProcessPort, ProcessRequest } from "../process/index.ts";
import type { PermissionAnswer, PermissionRequest } from "./permission.ts";
import type { PolicyPlace } from "./policy.ts";
import type { PermissionRule } from "./rule.ts";
import type { PermissionSources, SessionPermission } from "./session-permission.ts";

/** Entries of the log that hold the rules which the user gave to one session. */
const RULE_ENTRY = "tau.permission-rule";

const known = new WeakMap<SessionPermission, SessionRules>();

/** The rules of a session, made when they are first needed. */
export function rulesOf(permission: SessionPermission, sources: PermissionSources): SessionRules {
  const rules = known.get(permission) ?? new SessionRules(permission, sources);
  known.set(permission, rules);
  return rules;
}

/** Decides by the mode and rules of the settings and by the rules that the user gave while the session ran. */
class SessionRules {
  private readonly permission: SessionPermission;
  private readonly sources: PermissionSources;
  private sessionRules: string[] | undefined;
  /** Questions are asked one after the other: the answer to one may decide the next. */
  private asked: Promise<unknown> = Promise.resolve();
  /** Commands that the user permitted and that have not run yet. They run with the user's rights. */
  private readonly granted = new Set<string>();

  constructor(permission: SessionPermission, sources: PermissionSources) {
    this.permission = permission;
    this.sources = sources;
  }

  async decide(request: PermissionRequest): Promise<PermissionAnswer> {
    const { createPolicy } = await import("./policy.ts");
    const place = await this.place();
    return await createPolicy(() => place).decide(request);
  }

  ask(reason: string, request: PermissionRequest, signal?: AbortSignal): Promise<boolean | string> {
    const turn = this.asked.then(() => this.question(reason, request, signal));
    this.asked = turn.catch(() => undefined);
    return turn;
  }

  /** Runs a command of the model, in the sandbox unless the user or a rule permitted it. */
  async run(request: ProcessRequest, processes: ProcessPort): Promise<ProcessOutcome> {
    const { runSandboxed } = await import("../sandbox/run-sandboxed.ts");
    const { settings, cwd, agentDir } = this.sources;
    return await runSandboxed(request, {
      settings,
      agentDir,
      roots: [cwd],
      processes,
      isGranted: async (command) => this.granted.delete(command) || (await this.isAllowed(command)),
      askForRights: async (reason, command) =>
        (await this.ask(reason, { ...commandRequest(command, cwd), isUnconfined: true }, request.signal)) === true,
    });
  }

  private async isAllowed(command: string): Promise<boolean> {
    const { isAllowedByRule } = await import("./policy.ts");
    return await isAllowedByRule(commandRequest(command, this.sources.cwd), await this.place());
  }

  private async place(): Promise<PolicyPlace> {
    const { settings, cwd, agentDir } = this.sources;
    const [{ settingsRules }, { sandboxState }] = await Promise.all([
      import("./settings-rules.ts"),
      import("../sandbox/session-sandbox.ts"),
    ]);
    const { kind } = await sandboxState(this.sources);
    return {
      // Without a sandbox nothing bounds what a command does: then the default is to ask.
      mode: this.sources.isOwnModel?.()
        ? "yolo"
        : (settings.getSettings().permissionMode ?? (kind === "none" ? "ask" : "auto")),
      rules: [...settingsRules(this.sources).rules, ...(await this.rulesOfSession())],
      cwd,
      home: homedir(),
      roots: [cwd, tmpdir()],
      secrets: [getAuthPath(agentDir)],
      isSandboxed: kind !== "none",
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

  private async question(
    reason: string,
    request: PermissionRequest,
    signal: AbortSignal | undefined,
  ): Promise<boolean | string> {
    signal?.throwIfAborted();
    // An answer that was given meanwhile may have settled it.
    if ((await this.decide(request)).action === "allow") return true;
    if (!this.permission.answer) return this.refuse(reason, request);
    const rules = await this.suggest(request);
    const reply = await this.permission.answer({ request, reason, rules }, signal);
    if (reply.allow === "no") return reply.message ? `The user did not permit it: ${reply.message}` : false;
    if (reply.allow !== "once") this.remember(reply.allow, rules);
    if (request.command !== undefined && !request.isUnconfined) this.granted.add(request.command);
    return true;
  }

  private refuse(reason: string, request: PermissionRequest): string {
    this.permission.refused?.push(
      request.command ?? `${request.tool} ${request.paths?.[0] ?? request.host ?? ""}`.trim(),
    );
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

function commandRequest(command: string, cwd: string): PermissionRequest {
  return { tool: "bash", effect: "execute", paths: [cwd], command };
}
