import { plainLine } from "../parts/plain-line.ts";

export const BLOCKED_KINDS = ["permission", "question", "auth"] as const;
export type BlockedKind = (typeof BLOCKED_KINDS)[number];

/** The state that terminals and dashboards may show. Never contains a prompt or an answer. */
export interface ProgramStatus {
  readonly state: "idle" | "working" | "blocked" | "done" | "error";
  /** What Tau waits for. Only with `blocked`. */
  readonly kind?: BlockedKind;
  readonly message?: string;
}

/** Query that a supporting terminal echoes unchanged. */
export const STATUS_QUERY = "\x1b]7501;?\x1b\\";
const ANSWER = /^\x1b\]7501;\?(?:\x1b\\|\x07)$/;
const LONGEST = 200;

export function isStatusAnswer(data: string): boolean {
  return ANSWER.test(data);
}

/** Encodes the status for terminals: pairs of plain words, with texts in Base64. */
export function statusSequence({ state, kind, message = "" }: ProgramStatus): string {
  const text = plainLine(message).slice(0, LONGEST);
  const pairs = [
    `state=${state}`,
    ...(state === "blocked" && kind ? [`kind=${kind}`] : []),
    "app=tau",
    ...(text === "" ? [] : [`msg=${Buffer.from(text).toString("base64")}`]),
  ];
  return `\x1b]7501;${pairs.join(":")}\x1b\\`;
}
