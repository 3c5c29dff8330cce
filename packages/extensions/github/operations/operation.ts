import type { ExtensionContext } from "@tau/coding-agent";
import { invalid } from "../github-error.ts";
import type { Hub } from "../hub.ts";
import type { GithubArguments } from "../tool.ts";

/** One call of the tool. */
export interface OperationCall {
  readonly hub: Hub;
  readonly args: GithubArguments;
  readonly ctx: ExtensionContext;
  readonly signal?: AbortSignal | undefined;
  /** Shows how far the operation is. */
  progress(text: string): void;
}

export interface OperationResult {
  /** What the model reads. */
  readonly text: string;
  /** What the screen shows, and programs read. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export type Operation = (call: OperationCall) => Promise<OperationResult>;

/** Returns a whole number between 1 and the limit. Throws for one that is not above zero. */
export function bounded(value: number | undefined, name: string, standard: number, most: number): number {
  if (value === undefined) return standard;
  const whole = Math.floor(value);
  if (!(whole > 0)) throw invalid(`${name} is ${value}. It must be above 0.`);
  return Math.min(most, whole);
}

export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return (typeof value === "string" ? [value] : (value ?? [])).map((each) => each.trim()).filter((each) => each !== "");
}
