import type { Arbitrary } from "fast-check";
import type { Library } from "./library.ts";

/**
 * One behaviour, run with the same input in both libraries. The input is generated and sent to both processes, so it is plain data: functions
 * and objects with methods are made inside `run`. What `run` returns is compared; a throw is compared as a throw, whatever its message.
 */
export interface Subject<Input = unknown> {
  /** Package and topic, such as `tui/visible-width`. */
  readonly name: string;
  readonly inputs: Arbitrary<Input>;
  /** Inputs that are always tried before the generated ones. */
  readonly examples?: readonly Input[];
  /** How many generated inputs the short form tries; 200 unless given. */
  readonly runs?: number;
  /** What is set here cannot be taken back: new processes are used afterwards. */
  readonly leavesState?: true;
  /** How long one input may take before it counts as a hang; 20 s unless given. */
  readonly timeoutMs?: number;
  run(library: Library, input: Input): unknown;
  /** Where given, what `run` returned on each side is read by both sides, and what they read is compared in its place. */
  read?(library: Library, written: unknown): unknown;
}

/** Lets a subject keep the type of its input while the list of subjects holds inputs of every type. */
export function subject<Input>(definition: Subject<Input>): Subject {
  return definition as Subject<unknown> as Subject;
}

/** What two libraries did with one input. */
export interface Difference<Input = unknown> {
  readonly input: Input;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/**
 * A difference that was looked at. `accepted` stays, for a reason that a user would accept; `open` is a fault of ours that is to be fixed.
 * The example is run each time, so a row that no longer occurs is noticed.
 */
export interface KnownDifference<Input = unknown> {
  readonly subject: string;
  readonly status: "accepted" | "open";
  /** Accepted: why a user would accept it. Open: what is wrong. */
  readonly reason: string;
  readonly example: Input;
  /** Whether a difference is an instance of this one; as narrow as it can be said. */
  matches(difference: Difference<Input>): boolean;
}

export function known<Input>(row: KnownDifference<Input>): KnownDifference {
  return row as KnownDifference<unknown> as KnownDifference;
}
