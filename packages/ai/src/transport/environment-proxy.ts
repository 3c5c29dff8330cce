import { readVariable } from "../auth/environment.ts";

type ProxyEnvironment = Record<string, string>;

interface ProxyingHttp {
  setGlobalProxyFromEnv?(env: ProxyEnvironment): () => void;
}

const VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];
/** A model server on this machine is never behind the proxy. */
const LOOPBACK = "localhost,127.0.0.1,::1";

let looked = false;

/** Looks at the environment before the first request of this process, and not again. */
export function useEnvironmentProxy(): void {
  if (looked) return;
  looked = true;
  applyEnvironmentProxy();
}

/**
 * Sends the requests of this process through the proxy its environment names, if it names one: Node's `fetch` does not
 * look by itself. Returns how to undo it.
 */
export function applyEnvironmentProxy(): () => void {
  const env = proxyEnvironment();
  const http = env && (globalThis.process?.getBuiltinModule?.("node:http") as ProxyingHttp | undefined);
  const restore = env && http?.setGlobalProxyFromEnv?.(env);
  return () => restore?.();
}

function proxyEnvironment(): ProxyEnvironment | undefined {
  const set = VARIABLES.flatMap((name) => {
    const value = readVariable(name);
    return value ? [[name, value]] : [];
  });
  if (set.length === 0) return undefined;
  const exceptions = readVariable("NO_PROXY") ?? readVariable("no_proxy");
  return { ...Object.fromEntries(set), NO_PROXY: exceptions ? `${exceptions},${LOOPBACK}` : LOOPBACK };
}
