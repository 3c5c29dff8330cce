import { RequestError } from "../ai-error.ts";
import { type Environment, readVariable } from "../auth/environment.ts";

/** Joins base URL and path. `{NAME}` in a base URL is replaced by an environment variable. */
export function endpointUrl(baseUrl: string, path: string, env?: Environment): string {
  const filled = baseUrl.replace(/\{([A-Za-z_]\w*)\}/g, (_placeholder, name: string) => {
    const value = readVariable(name, env);
    if (value) return value;
    throw new RequestError(`The address ${baseUrl} needs ${name}: set that variable.`, { code: "invalid-request" });
  });
  const url = filled.replace(/\/+$/, "") + path;
  if (URL.canParse(filled) && /^https?:$/.test(new URL(filled).protocol) && URL.canParse(url)) return url;
  throw new RequestError(`"${baseUrl}" is no address. Set the model's baseUrl to an http(s) URL.`, {
    code: "invalid-request",
  });
}
