/** The schemes of what a session itself has. */
export type OwnScheme = "artifact" | "skill";

const OWN_URL = /^(?:artifact|skill):\/\//;

/** Whether a tool that takes URLs looks behind this one, rather than for a file of that name. */
export function isOwnUrl(given: string): boolean {
  return OWN_URL.test(given);
}
