/** What a model may call. `parameters` is a JSON Schema; TypeBox schemas are JSON Schemas and carry their type. */
export interface Tool<TParameters extends object = object> {
  name: string;
  description: string;
  parameters: TParameters;
}
