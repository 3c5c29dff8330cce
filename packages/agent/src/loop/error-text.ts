/** What a person or a model should read of something thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  return typeof error === "string" && error !== "" ? error : `Unknown error: ${String(error)}`;
}
