/** The message of what was thrown: any value can be. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
