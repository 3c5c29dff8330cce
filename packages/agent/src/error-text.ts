/** Returns the text of a thrown value for the user or the model. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  return typeof error === "string" && error !== "" ? error : `Unknown error: ${String(error)}`;
}
