type Fields = Readonly<Record<string, unknown>>;

/** Returns a field as text; a number becomes text. Returns `undefined` if the field is absent or empty. */
export function textField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Returns a list, given as a YAML list or as text separated by commas. */
export function listField(fields: Fields, name: string): string[] | undefined {
  const value = fields[name];
  if (Array.isArray(value)) return value.map(String);
  const text = textField(fields, name);
  return text?.split(",").flatMap((part) => part.trim() || []);
}
