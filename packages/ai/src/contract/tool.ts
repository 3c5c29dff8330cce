/** What a model may call. `parameters` is a JSON Schema; TypeBox schemas are JSON Schemas and carry their type. */
export interface Tool<TParameters extends object = object> {
  name: string;
  description: string;
  parameters: TParameters;
  /** Asks vendors that can to hold the model to the schema or grammar while it writes. */
  constrainedSampling?: false | ConstrainedSampling;
}

/** `prefer` does without where the model cannot; `require` then fails the request. */
export type ConstrainedSampling =
  | { type: "json_schema"; strict: "prefer" | "require" }
  | { type: "grammar"; variants: Partial<Record<"openai_lark" | "openai_regex", string>> };
