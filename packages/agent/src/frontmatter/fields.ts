type Fields = Readonly<Record<string, unknown>>;

/** A field that is text, or a number meant as text; `undefined` where nothing is said. */
export function textField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A list as YAML has it, or words between commas. */
export function listField(fields: Fields, name: string): string[] | undefined {
  const value = fields[name];
  if (Array.isArray(value)) return value.map(String);
  const text = textField(fields, name);
  return text?.split(",").flatMap((part) => part.trim() || []);
}
