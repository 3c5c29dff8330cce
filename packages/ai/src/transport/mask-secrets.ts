/** Masks secrets in text from a server: vendors echo a refused key, and proxies echo whole requests. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) {
    if (secret.length >= SHORTEST_SECRET) masked = masked.replaceAll(secret, MASK);
  }
  return masked.replace(KEY_SHAPES, (_match, bearer?: string, query?: string) => `${bearer ?? query ?? ""}${MASK}`);
}

/** Returns the values of request headers that identify the user. */
export function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => SECRET_HEADER.test(name))
    .map(([, value]) => value.replace(/^Bearer\s+/i, ""));
}

const MASK = "***";
const SHORTEST_SECRET = 6;
const SECRET_HEADER = /authorization|api-?key|token|cookie|secret/i;
/** Matches keys by their form, for keys that do not come from our own headers. */
const KEY_SHAPES =
  /\b(Bearer\s+)[\w.~+/=-]{8,}|([?&](?:key|api_key|access_token)=)[^&\s"']+|\b(?:sk|rk|pk|gsk|xai|hf|ghp|gho|ghu|glpat)[-_][\w*-]{8,}|\bAIza[\w-]{20,}|\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g;
