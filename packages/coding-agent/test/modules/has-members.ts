/** Compiles where every member is one of `T`. */
export type Has<T, TMember extends keyof T> = TMember;

/** The words of a text. */
export type Words<TText extends string, TSeen = never> = TText extends `${infer TWord} ${infer TRest}`
  ? Words<TRest, TSeen | TWord>
  : TSeen | TText;
