import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { redactedJson } from "../redaction/index.ts";
import type { AgentSessionEvent } from "../session/session-event.ts";

/** Deltas come by the thousand, and the finished message is logged anyway. */
const LEFT_OUT: ReadonlySet<string> = new Set(["message_update", "tool_execution_update", "bash_execution_update"]);
const LONGEST = 20_000;

/** Logs the events of a session, one line each, without keys and tokens. */
export class DebugLog {
  readonly path: string;

  private readonly secrets: readonly string[];

  /** `secrets` are removed in addition to texts that look like a secret. */
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
