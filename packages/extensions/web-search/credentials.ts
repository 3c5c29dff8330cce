/** Names of keys that serve search alone. The other names are those of model providers. */
export const OWN_CREDENTIALS: readonly string[] = [
  ...["exa", "brave", "brave-search", "tavily", "perplexity", "kagi", "jina", "parallel"],
  ...["kimi-search", "moonshot-search"],
];

/** Returns the variable that may hold a key: `EXA_API_KEY` for `exa`. */
export function variableOf(credential: string): string {
  return `${credential.toUpperCase().replaceAll("-", "_")}_API_KEY`;
}
