import { readVariable } from "../../auth/environment.ts";
import { isInlinePem, readPem } from "../../auth/pem.ts";
import { BATCHED_SOCKET } from "../body/batched-reader.ts";
import type { ClientCertificate, HttpCall } from "./http-call.ts";
import type { NodeModules } from "./node-modules.ts";
import { type HttpProxy, proxyFor } from "./proxy-for.ts";
import { openTunnel, proxyAuthorization } from "./proxy-tunnel.ts";

type Agent = import("node:http").Agent;

/** How a call leaves this machine. */
export interface Route {
  readonly module: "node:http" | "node:https";
  /** The address to connect to if it differs from the URL: a proxy that forwards the request. */
  readonly url?: string;
  readonly proxy?: HttpProxy;
  readonly options: import("node:http").RequestOptions & TunnelOptions;
}

/** Passes the signal to the code that opens the tunnel, because Node does not pass it on. */
interface TunnelOptions {
  readonly tunnelSignal?: AbortSignal | undefined;
}

export function routeOf(call: HttpCall, node: NodeModules): Route {
  const { url, headers = {} } = call;
  const proxy = proxyFor(url, call.env);
  if (url.startsWith("https:")) {
    const ca = authoritiesFor(call);
    const { identity } = call;
    const made = proxy || ca || identity ? secureAgent(node, { proxy, ca, identity }) : undefined;
    const agent = proxy ? made : (call.agent ?? made);
    const tunnel = proxy && { tunnelSignal: call.signal };
    return { module: "node:https", ...(proxy && { proxy }), options: { headers, ...(agent && { agent }), ...tunnel } };
  }
  if (!proxy) return { module: "node:http", options: { headers, ...(call.agent && { agent: call.agent }) } };
  return {
    module: moduleOf(proxy),
    url: proxy.url.origin,
    proxy,
    options: {
      path: url,
      headers: { ...headers, host: new URL(url).host, ...proxyAuthorization(proxy) },
      agent: plainAgent(node, proxy),
    },
  };
}

function moduleOf({ url }: HttpProxy): Route["module"] {
  return url.protocol === "https:" ? "node:https" : "node:http";
}

/** The settings of Node's own shared agents. */
const KEPT_ALIVE = { keepAlive: true, scheduling: "lifo", timeout: 5_000 } as const;
const agents = new Map<string, Agent>();

function plainAgent(node: NodeModules, proxy: HttpProxy): Agent {
  return shared(proxy.url.href, () => new (node.getBuiltinModule(moduleOf(proxy)).Agent)(KEPT_ALIVE));
}

interface SecureConnection {
  readonly proxy: HttpProxy | undefined;
  readonly ca: readonly string[] | undefined;
  readonly identity: ClientCertificate | undefined;
}

function secureAgent(node: NodeModules, { proxy, ca, identity }: SecureConnection): Agent {
  return shared(JSON.stringify([proxy?.url.href, ca, identity]), () => {
    const tls = node.getBuiltinModule("node:tls");
    const trusted = ca && { ca: [...tls.getCACertificates("default"), ...ca] };
    const context = (ca || identity) && { secureContext: tls.createSecureContext({ ...trusted, ...identity }) };
    const agent = new (node.getBuiltinModule("node:https").Agent)({ ...KEPT_ALIVE, ...context });
    if (proxy) {
      agent.createConnection = ({ host, port, servername, tunnelSignal }: TunnelledArguments, done) => {
        openTunnel(proxy, `${host?.includes(":") ? `[${host}]` : host}:${port}`, node, tunnelSignal).then(
          (socket) =>
            done?.(null, tls.connect({ ...BATCHED_SOCKET, socket, ...(servername && { servername }), ...context })),
          (error: Error) => done?.(error, undefined as never),
        );
        return undefined;
      };
    }
    return agent;
  });
}

type TunnelledArguments = Parameters<import("node:https").Agent["createConnection"]>[0] & TunnelOptions;

function shared(key: string, create: () => Agent): Agent {
  const agent = agents.get(key) ?? create();
  agents.set(key, agent);
  return agent;
}

const VARIABLE = "NODE_EXTRA_CA_CERTS";

/** Returns the authorities of a call; `undefined` if it trusts only those of the host. */
function authoritiesFor(call: HttpCall): readonly string[] | undefined {
  const { ca = [] } = call;
  const given = typeof ca === "string" ? [ca] : ca;
  const named = namedAuthorities(call);
  const all = named ? [...given, readPem(VARIABLE, named)] : given;
  return all.length > 0 ? all : undefined;
}

/**
 * Returns the authorities named by the variable. Node itself reads a file named in the process's own variable at its start; inline text is
 * left to us.
 */
function namedAuthorities({ env }: HttpCall): string | undefined {
  const own = env?.[VARIABLE];
  if (own) return own;
  const value = readVariable(VARIABLE);
  return value && isInlinePem(value) ? value : undefined;
}
