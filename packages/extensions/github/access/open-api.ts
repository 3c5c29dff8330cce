import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { GithubError } from "../github-error.ts";
import { githubSettings } from "../settings.ts";
import { credentialName, ghApi, howToSignIn } from "./gh-api.ts";
import type { GithubApi } from "./github-api.ts";
import { apiUrlOf, restApi } from "./rest-api.ts";

/**
 * Opens the API of a host with the first of: a token that the user has stored for it in auth.json (for github.com also in
 * TAU_GITHUB_TOKEN), and the program gh. GITHUB_TOKEN and GH_TOKEN, which are set for other programs, are not read; gh itself may use them.
 */
export async function openApi(
  pi: Pick<ExtensionAPI, "http" | "processes" | "getSettings">,
  host: string,
  { modelRegistry }: Pick<ExtensionContext, "modelRegistry">,
): Promise<GithubApi> {
  const name = credentialName(host);
  const own = host === "github.com" ? process.env.TAU_GITHUB_TOKEN : undefined;
  const token = modelRegistry.isUsable(name) ? await modelRegistry.getApiKeyForProvider(name) : own;
  if (token !== undefined && token !== "") {
    const baseUrl = githubSettings(pi.getSettings()).apiUrls[host] ?? apiUrlOf(host);
    return restApi({ http: pi.http, host, baseUrl, token });
  }
  return await ghApi(pi.processes, host).catch((error: unknown) => {
    if (!(error instanceof GithubError) || error.code !== "no-program") throw error;
    throw new GithubError("no-program", `${error.message} ${howToSignIn(host).replace("Run", "Install it and run")}`, {
      cause: error,
    });
  });
}
