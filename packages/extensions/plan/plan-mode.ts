import type { ExtensionAPI, PermissionMode } from "@tau/coding-agent";
import { ENDED, RULES } from "./description.ts";
import { submitPlan } from "./tool.ts";

/** The state in the log while plan mode is on. */
interface Planning {
  /** The permission mode to restore. */
  readonly before: PermissionMode;
}

const KEY = "planning";

/** Plan mode of a session. It is kept in the session's log, so that it outlives a restart. */
export class PlanMode {
  private readonly pi: ExtensionAPI;
  private readonly stopWatching: () => void;

  constructor(pi: ExtensionAPI) {
    this.pi = pi;
    // The user has chosen another mode, with the key or the command for modes: that ends plan mode too.
    this.stopWatching = pi.settings.onChange("permissionMode", (mode) => {
      if (mode === "plan" || !this.isBegun) return;
      pi.state.set(KEY, undefined);
      this.tell(ENDED);
    });
  }

  /** Whether it was begun here. The permission mode `plan` can also be chosen in other ways. */
  get isBegun(): boolean {
    return this.state !== undefined;
  }

  async isOn(): Promise<boolean> {
    return (await this.pi.permissions.getMode()) === "plan";
  }

  async begin(): Promise<void> {
    const { pi } = this;
    const mode = await pi.permissions.getMode();
    // Plan mode that was chosen in another way also ends with the plan.
    pi.state.set(KEY, { before: mode === "plan" ? "ask" : mode } satisfies Planning);
    pi.permissions.setMode("plan");
    pi.tools.declare([submitPlan.name]);
    this.tell(RULES);
  }

  /** Ends it after an approved plan. The tool's result says so to the model. */
  end(): void {
    const before = this.state?.before ?? "ask";
    this.pi.state.set(KEY, undefined);
    this.pi.permissions.setMode(before);
  }

  /** Ends it without a plan. */
  leave(): void {
    this.end();
    this.tell(ENDED);
  }

  /** Continues it in a session that was opened again. */
  resume(): void {
    if (this.isBegun) this.pi.permissions.setMode("plan");
  }

  /** Restores the permission mode for the session that takes the place of this one. */
  close(): void {
    this.stopWatching();
    if (this.state) this.pi.permissions.setMode(this.state.before);
  }

  private get state(): Planning | undefined {
    return this.pi.state.get<Planning>(KEY);
  }

  private tell(content: string): void {
    this.pi.sendMessage({ customType: "plan", content, display: false }, { deliverAs: "nextTurn" });
  }
}
