import type { ChildSessions } from "../../session/children/child-sessions.ts";
import type { Session } from "../../session/session.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { ChildOptions, ChildSession } from "../contract/index.ts";
import type { Generation } from "../host/generation.ts";

export interface SessionPortParts {
  readonly session: Session;
  readonly services: Workspace;
  /** As it is now: a reload changes it. */
  readonly generation: () => Generation;
}

/** What extensions can do with their session beyond messages and entries. It lasts as long as the session, through reloads. */
export class SessionPorts {
  private readonly parts: SessionPortParts;
  private loading: Promise<ChildSessions> | undefined;
  private loaded: ChildSessions | undefined;

  constructor(parts: SessionPortParts) {
    this.parts = parts;
  }

  /** Nothing of it is loaded before the first child is made, or asked for. */
  children(): Promise<ChildSessions> {
    this.loading ??= this.loadChildren();
    return this.loading;
  }

  /** Absent where none was made. */
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

  /** The extensions end: so do the children that have their tools. */
  async endChildren(): Promise<void> {
    await this.loaded?.dispose();
  }

  private async loadChildren(): Promise<ChildSessions> {
    const { ChildSessions } = await import("../../session/children/child-sessions.ts");
    this.loaded = new ChildSessions(this.parts);
    return this.loaded;
  }
}
