/** The first line on the converter's stdin. The bytes of the content follow it, if there is no file. */
export interface ConverterRequest {
  readonly format: string;
  readonly name: string;
  readonly file?: string;
  readonly member?: string;
  readonly lastLine: number;
  readonly byteLength: number;
}

/** The result of a format. The bytes of `content` follow the line. */
export interface ConvertedText {
  readonly text?: string;
  readonly isPartial?: boolean;
  readonly notes?: readonly string[];
  readonly content?: { readonly name: string };
}

/** A line on the converter's stdout. All but `progress` are the last line. */
export type ConverterMessage =
  | { readonly type: "progress"; readonly text: string }
  | { readonly type: "result"; readonly result: ConvertedText }
  | { readonly type: "error"; readonly text: string }
  | { readonly type: "other-format" };
