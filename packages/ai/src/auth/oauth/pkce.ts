import { base64Url } from "../base64-url.ts";

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

/** Creates a secret and its public challenge, so that only the requester of a code can redeem it (RFC 7636). */
export async function createPkce(): Promise<Pkce> {
  const verifier = randomText();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return { verifier, challenge: base64Url(new Uint8Array(digest)) };
}

export function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}
