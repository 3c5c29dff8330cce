/** A tool for the model. `parameters` is a JSON Schema; TypeBox schemas are JSON Schemas and have a static type. */
export interface Tool<TParameters extends object = object> {
  name: string;
  description: string;
  parameters: TParameters;
  /** Asks vendors that support it to constrain the model to the schema or grammar while it writes. */
  constrainedSampling?: false | ConstrainedSampling;
}

/** If the model does not support it, `prefer` is ignored and `require` makes the request fail. */
export type ConstrainedSampling =
  | { type: "json_schema"; strict: "prefer" | "require" }
  | { type: "grammar"; variants: Partial<Record<"openai_lark" | "openai_regex", string>> };
