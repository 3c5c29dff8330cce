import { plainLine } from "../parts/plain-line.ts";

export const BLOCKED_KINDS = ["permission", "question", "auth"] as const;
export type BlockedKind = (typeof BLOCKED_KINDS)[number];

/** What a terminal or a dashboard may know of us: never a prompt, never an answer. */
export interface ProgramStatus {
  readonly state: "idle" | "working" | "blocked" | "done" | "error";
  /** What we wait for; with `blocked` alone. */
  readonly kind?: BlockedKind;
  readonly message?: string;
}

/** Asked by us, and given back as it is by a terminal that understands. */
export const STATUS_QUERY = "\x1b]7501;?\x1b\\";
const ANSWER = /^\x1b\]7501;\?(?:\x1b\\|\x07)$/;
const LONGEST = 200;

export function isStatusAnswer(data: string): boolean {
  return ANSWER.test(data);
}

/** The report as terminals read it: pairs of plain words, texts in Base64. */
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
