import { parseArgs } from "node:util";

export interface Options {
  /** Fixed seed and few inputs, the same in every run. */
  readonly short: boolean;
  readonly seed: number;
  /** How long to go on with new seeds; one pass if not given. */
  readonly minutes: number | undefined;
  /** Parts of subject names; every subject if empty. */
  readonly filters: readonly string[];
  /** Try this many inputs per subject and print each kind of difference, without shrinking. */
  readonly survey: number | undefined;
}

export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      short: { type: "boolean", default: false },
      seed: { type: "string" },
      minutes: { type: "string" },
      survey: { type: "string" },
    },
  });
  return {
    short: values.short,
    seed: values.seed === undefined ? (values.short ? 1 : Date.now() & 0x7fffffff) : Number(values.seed),
    minutes: values.minutes === undefined ? undefined : Number(values.minutes),
    survey: values.survey === undefined ? undefined : Number(values.survey),
    filters: positionals,
  };
}
