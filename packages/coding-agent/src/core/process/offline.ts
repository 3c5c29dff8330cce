/** Returns whether the user wants no network access except to the model. */
export function isOffline(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  const value = env.TAU_OFFLINE ?? env.PI_OFFLINE;
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}
