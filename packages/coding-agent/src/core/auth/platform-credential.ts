/**
 * Returns whether a credential from the environment serves a whole platform: it was set for git, for downloads or for a
 * cloud's own programs. A model provider gets it only once the user has chosen that provider. Takes the name of a
 * variable, or `undefined` for ambient sign-in.
 */
export function isPlatformCredential(variable: string | undefined): boolean {
  return variable === undefined || PLATFORM_TOKENS.has(variable);
}

const PLATFORM_TOKENS: ReadonlySet<string> = new Set([
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GITLAB_TOKEN",
  "HF_TOKEN",
  "HUGGINGFACE_HUB_TOKEN",
  "CLOUDFLARE_API_KEY",
]);
