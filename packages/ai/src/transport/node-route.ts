import { readVariable } from "../auth/environment.ts";
import { isInlinePem, readPem } from "../auth/pem.ts";
import { BATCHED_SOCKET } from "./batched-reader.ts";
import type { ClientCertificate, HttpCall } from "./http-call.ts";
import type { NodeModules } from "./node-modules.ts";
import { type HttpProxy, proxyFor } from "./proxy-for.ts";
import { openTunnel, proxyAuthorization } from "./proxy-tunnel.ts";

type Agent = import("node:http").Agent;

/** How a call leaves this machine. */
export interface Route {
  readonly module: "node:http" | "node:https";
  /** Where to connect to, if that is not the address itself: a proxy that is asked for the address. */
  readonly url?: string;
  readonly proxy?: HttpProxy;
  readonly options: import("node:http").RequestOptions & TunnelOptions;
}

/** What a request hands to whoever makes its tunnel: Node keeps a signal to itself. */
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

/** As Node's own shared agents have them. */
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

/** The authorities a call brings; `undefined` where it trusts whom the host trusts. */
function authoritiesFor(call: HttpCall): readonly string[] | undefined {
  const { ca = [] } = call;
  const given = typeof ca === "string" ? [ca] : ca;
  const named = namedAuthorities(call);
  const all = named ? [...given, readPem(VARIABLE, named)] : given;
  return all.length > 0 ? all : undefined;
}

/** Of the process's own variable Node reads the file at its start; text in it is left to us. */
function namedAuthorities({ env }: HttpCall): string | undefined {
  const own = env?.[VARIABLE];
  if (own) return own;
  const value = readVariable(VARIABLE);
  return value && isInlinePem(value) ? value : undefined;
}
