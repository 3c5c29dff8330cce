/** Vendors echo the key they refuse, and proxies echo whole requests: no text from a server is kept unmasked. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) {
    if (secret.length >= SHORTEST_SECRET) masked = masked.replaceAll(secret, MASK);
  }
  return masked.replace(KEY_SHAPES, (_match, bearer?: string, query?: string) => `${bearer ?? query ?? ""}${MASK}`);
}

/** The values among request headers that identify the user. */
export function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => SECRET_HEADER.test(name))
    .map(([, value]) => value.replace(/^Bearer\s+/i, ""));
}

const MASK = "***";
const SHORTEST_SECRET = 6;
const SECRET_HEADER = /authorization|api-?key|token|cookie|secret/i;
/** Keys by their look, for those that reach an error by another way than our own headers. */
const KEY_SHAPES =
  /\b(Bearer\s+)[\w.~+/=-]{8,}|([?&](?:key|api_key|access_token)=)[^&\s"']+|\b(?:sk|rk|pk|gsk|xai|hf|ghp|gho|ghu|glpat)[-_][\w*-]{8,}|\bAIza[\w-]{20,}|\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g;
