import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { redactedJson } from "../redaction/index.ts";
import type { AgentSessionEvent } from "../session/session-event.ts";

/** Deltas come by the thousand, and what they build is logged with the message. */
const LEFT_OUT: ReadonlySet<string> = new Set(["message_update", "tool_execution_update", "bash_execution_update"]);
const LONGEST = 20_000;

/** What happened in a session, a line each, without keys and tokens. */
export class DebugLog {
  readonly path: string;

  private readonly secrets: readonly string[];

  /** `secrets` are left out besides what is known for one by its form. */
  constructor(folder: string, secrets: readonly string[] = [], now: Date = new Date()) {
    this.secrets = secrets;
    makeFolder(folder, 0o700);
    this.path = join(folder, `${now.toISOString().replace(/[:.]/g, "-")}_${process.pid}.log`);
  }

  write(what: string, details: unknown): void {
    const text = redactedJson(details, { known: this.secrets }).slice(0, LONGEST);
    appendFileSync(this.path, `${new Date().toISOString()} ${what} ${text}\n`, { mode: 0o600 });
  }

  readonly follow = (event: AgentSessionEvent): void => {
    if (!LEFT_OUT.has(event.type)) this.write(event.type, event);
  };
}
