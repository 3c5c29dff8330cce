import { writeFileSync } from "node:fs";
import { artifactDirectory, SessionArtifacts } from "@tau/agent/node";
import { LONGEST_TIMER_MS } from "@tau/ai";
import type { ChildSessions } from "../../session/children/child-sessions.ts";
import { newestFirst } from "../../session/log/newest-first.ts";
import type { Session } from "../../session/session.ts";
import { Theme } from "../../themes/index.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { ChildOptions, ChildSession } from "../contract/index.ts";
import type { Generation } from "../host/generation.ts";
import { type BackgroundParts, SessionBackground } from "./background/background-work.ts";
import { SessionActions } from "./background/pending-actions.ts";

const PRINT_WAIT_SECONDS = 600;

export interface SessionPortParts {
  readonly session: Session;
  readonly services: Workspace;
  /** Returns the current generation; a reload changes it. */
  readonly generation: () => Generation;
}

/** What extensions can do with their session beyond messages and entries. Lives as long as the session, across reloads. */
export class SessionPorts {
  readonly parts: SessionPortParts;
  private madeBackground: SessionBackground | undefined;
  private madeActions: SessionActions | undefined;
  private loading: Promise<ChildSessions> | undefined;
  private loaded: ChildSessions | undefined;

  constructor(parts: SessionPortParts) {
    const { session } = parts;
    this.parts = parts;
    session.subscribe(
      (event) => {
        const reminder = event.type === "compaction_end" && event.result ? this.liveBackground?.reminder : undefined;
        if (reminder !== undefined) this.remind("background", reminder, "afterTurn");
      },
      { isShown: false },
    );
  }

  /** Waits until the outcomes of all background work have been delivered, at most `async.printWaitSeconds`. Resolves to whether work is left. */
  async isWorkLeft(): Promise<boolean> {
    const outstanding = this.liveBackground?.outstanding;
    if (!outstanding) return false;
    const { async: jobs } = this.parts.services.settings.getSettings() as { async?: { printWaitSeconds?: number } };
    const late = Promise.withResolvers<boolean>();
    const delay = (jobs?.printWaitSeconds ?? PRINT_WAIT_SECONDS) * 1000;
    const timer = setTimeout(() => late.resolve(true), Math.min(delay, LONGEST_TIMER_MS));
    const isLeft = await Promise.race([outstanding.then(() => false), late.promise]);
    clearTimeout(timer);
    return isLeft;
  }

  /** Created, and its code loaded, at the first use. */
  get background(): SessionBackground {
    this.madeBackground ??= this.createBackground();
    return this.madeBackground;
  }

  /** Absent if background work was never used. */
  get liveBackground(): SessionBackground | undefined {
    return this.madeBackground;
  }

  get actions(): SessionActions {
    this.madeActions ??= new SessionActions(this.parts.session, (text) => this.remind("resolve", text, "steer"));
    return this.madeActions;
  }

  /** Absent if no change was prepared. */
  get liveActions(): SessionActions | undefined {
    return this.madeActions;
  }

  /** Loads the code for child sessions at the first use. */
  children(): Promise<ChildSessions> {
    this.loading ??= this.loadChildren();
    return this.loading;
  }

  /** Absent if child sessions were never used. */
  get liveChildren(): ChildSessions | undefined {
    return this.loaded;
  }

  async createChild(options: ChildOptions, reopened?: string): Promise<ChildSession> {
    const [children, { childExtensions }] = await Promise.all([this.children(), import("./child-extensions.ts")]);
    const generation = this.parts.generation();
    return await children.create(
      options,
      (child, services) => childExtensions(generation, services, child, options),
      reopened,
    );
  }

  /** Writes the session to a file, in the colours of the current theme. Resolves to its path. */
  async writeSession(path: string): Promise<string> {
    const { exportSession } = await import("../../export/index.ts");
    const { session, services, generation } = this.parts;
    const { theme } = generation().ui;
    return await exportSession(session, { path, cwd: services.cwd, theme: theme instanceof Theme ? theme : undefined });
  }

  /** Ends everything that depends on the extensions: children that use their tools, and prepared changes that can no longer be applied. */
  async endExtensions(): Promise<void> {
    await this.loaded?.dispose();
    await this.liveActions?.discardAll();
  }

  /** Sends a message to the model that is not shown on screen. */
  private remind(customType: string, content: string, how: "steer" | "afterTurn"): void {
    const message = { customType, content, display: false };
    const options = how === "steer" ? { deliverAs: "steer" as const } : { triggerTurn: false };
    void this.send(message, options);
  }

  private readonly send: BackgroundParts["send"] = (message, options) =>
    this.parts.generation().actions("sendMessage").sendMessage(message, options);

  private createBackground(): SessionBackground {
    const { session, generation } = this.parts;
    return new SessionBackground({
      append: (customType, data) => session.appendCustomEntry(customType, data),
      entries: (customType) =>
        [...newestFirst(session.log)]
          .reverse()
          .flatMap((entry) => (entry.type === "custom" && entry.customType === customType ? [entry.data] : [])),
      send: this.send,
      keep: (text) => this.keepText(text),
      now: () => session.log.now(),
      report: (error) => generation().report("background", "delivery", error),
    });
  }

  private keepText(text: string): string | undefined {
    const file = this.parts.session.sessionFile;
    if (file === undefined) return undefined;
    const { id, path } = new SessionArtifacts(artifactDirectory(file)).create("background");
    writeFileSync(path, text);
    return `artifact://${id}`;
  }

  private async loadChildren(): Promise<ChildSessions> {
    const { ChildSessions } = await import("../../session/children/child-sessions.ts");
    this.loaded = new ChildSessions(this.parts);
    return this.loaded;
  }
}
