/** The URL schemes of the session itself. */
export type OwnScheme = "artifact" | "skill";

const OWN_URL = /^(?:artifact|skill):\/\//;

/** Returns whether a tool that accepts URLs resolves this one instead of looking for a file of that name. */
export function isOwnUrl(given: string): boolean {
  return OWN_URL.test(given);
}
