/** One command-line option. Parsing, help, completion and the documentation all use it. */
export type Option<TValue = unknown> = OptionText & {
  readonly kind: "flag" | "text" | "optional-text" | "texts" | "list" | "choice" | "number";
  readonly choices?: readonly string[];
  /** The numbers it accepts. Default: 0 or more. */
  readonly range?: "whole" | "positive";
  /** Carries the type of the parsed value. Never present at run time. */
  readonly value?: TValue;
};

export interface OptionText {
  readonly group: OptionGroup;
  readonly description: string;
  /** Letters after a single dash: `p` for `-p`, `xt` for `-xt`. */
  readonly short?: string;
  /** What the help shows in place of the value. */
  readonly placeholder?: string;
}

export type OptionGroup = "Output" | "Model" | "Session" | "Tools" | "Resources" | "Limits" | "Process";

/** Options by their name in code: `noSession` is `--no-session` on the command line. */
export type OptionTable = Readonly<Record<string, Option>>;

export type OptionValues<TTable extends OptionTable> = {
  -readonly [K in keyof TTable]?: TTable[K] extends Option<infer TValue> ? TValue : never;
};

export const flag = (text: OptionText): Option<true> => ({ ...text, kind: "flag" });
export const text = (spec: OptionText): Option<string> => ({ ...spec, kind: "text" });
/** The value may be omitted, and is then `true`. */
export const optionalText = (spec: OptionText): Option<string | true> => ({ ...spec, kind: "optional-text" });
/** May be given several times. */
export const texts = (spec: OptionText): Option<string[]> => ({ ...spec, kind: "texts" });
/** Values separated by commas. */
export const list = (spec: OptionText): Option<string[]> => ({ ...spec, kind: "list" });
export const number = (spec: OptionText & Pick<Option, "range">): Option<number> => ({ ...spec, kind: "number" });
export const choice = <const TChoices extends readonly string[]>(
  choices: TChoices,
  spec: OptionText,
): Option<TChoices[number]> => ({ ...spec, kind: "choice", choices });

/** `noSession` becomes `--no-session`. */
export function flagName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
