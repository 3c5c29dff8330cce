import { isAbsolute } from "node:path";
import {
  type AgentApp,
  type AgentContext,
  type AuthMethod,
  agent,
  type ClientCapabilities,
  type InitializeRequest,
  type InitializeResponse,
  type ListSessionsRequest,
  type ListSessionsResponse,
  methods,
  type NewSessionRequest,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import type { ServedSessions } from "@tau/coding-agent";
import { AcpSession } from "./acp-session.ts";
import { asRequestError, signInText } from "./request-error.ts";

const { agent: method } = methods;
const SIGN_IN = "tau-sign-in";
const PAGE = 100;

/** Creates the agent that answers the requests of one client. */
export function createAgent(sessions: ServedSessions, version: string): AgentApp {
  const server = new AgentServer(sessions, version);
  const app = agent({ name: "tau" });
  app.onRequest(method.initialize, ({ params }) => server.initialize(params));
  app.onRequest(method.authenticate, ({ params }) => server.authenticate(params.methodId));
  app.onRequest(method.session.new, ({ params, client }) => server.create(params, client));
  app.onRequest(method.session.load, ({ params, client }) => server.open(params, client, { replay: true }));
  app.onRequest(method.session.resume, ({ params, client }) => server.open(params, client, { replay: false }));
  app.onRequest(method.session.list, ({ params }) => server.list(params));
  app.onRequest(method.session.close, ({ params }) => server.close(params.sessionId));
  app.onRequest(method.session.delete, ({ params }) => server.remove(params.sessionId));
  app.onRequest(method.session.prompt, ({ params, signal }) =>
    server.session(params.sessionId).prompt(params.prompt, signal),
  );
  app.onRequest(method.session.setMode, async ({ params }) => {
    await server.session(params.sessionId).setConfigOption("mode", params.modeId);
    return {};
  });
  app.onRequest(method.session.setConfigOption, async ({ params }) => ({
    configOptions: await server.session(params.sessionId).setConfigOption(params.configId, params.value),
  }));
  app.onNotification(method.session.cancel, ({ params }) => server.session(params.sessionId).cancel());
  return app;
}

type OpenRequest = Omit<NewSessionRequest, "mcpServers"> & {
  sessionId: string;
  mcpServers?: NewSessionRequest["mcpServers"] | null;
};

class AgentServer {
  private readonly sessions: ServedSessions;
  private readonly version: string;
  private readonly opened = new Map<string, AcpSession>();
  private capabilities: ClientCapabilities = {};

  constructor(sessions: ServedSessions, version: string) {
    this.sessions = sessions;
    this.version = version;
  }

  initialize({ clientCapabilities }: InitializeRequest): InitializeResponse {
    this.capabilities = clientCapabilities ?? {};
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: "tau", title: "Tau", version: this.version },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: true },
        mcpCapabilities: { http: true, sse: true },
        sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, additionalDirectories: {} },
      },
      authMethods: authMethods(this.capabilities),
    };
  }

  async authenticate(methodId: string): Promise<object> {
    if (methodId !== SIGN_IN) throw RequestError.invalidParams(undefined, `There is no method ${methodId}.`);
    if (!(await this.sessions.hasModel())) throw RequestError.authRequired(undefined, signInText);
    return {};
  }

  async create(params: NewSessionRequest, client: AgentContext) {
    checkFolder(params.cwd);
    const session = new AcpSession(client, this.capabilities, params);
    const served = await this.sessions.create(session.client).catch(asRequestError);
    await session.attach(served);
    this.opened.set(session.id, session);
    session.announceLater();
    return { sessionId: session.id, ...(await session.options()) };
  }

  async open(params: OpenRequest, client: AgentContext, { replay }: { readonly replay: boolean }) {
    const { sessionId } = params;
    checkFolder(params.cwd);
    // A client that has lost a session opens it again: one process writes its log.
    await this.opened.get(sessionId)?.close();
    this.opened.delete(sessionId);
    const session = new AcpSession(client, this.capabilities, { ...params, mcpServers: params.mcpServers ?? [] });
    const served = await this.sessions.open(sessionId, session.client).catch((error: unknown) => {
      return asRequestError(error, sessionId);
    });
    await session.attach(served);
    this.opened.set(sessionId, session);
    if (replay) await session.replay();
    session.announceLater();
    return await session.options();
  }

  async list({ cwd, cursor }: ListSessionsRequest): Promise<ListSessionsResponse> {
    const start = cursor ? Number(cursor) : 0;
    if (!Number.isSafeInteger(start) || start < 0)
      throw RequestError.invalidParams(undefined, `The cursor ${cursor} is not one of ours.`);
    const all = await this.sessions.list(cwd ?? undefined);
    const sessions = all.slice(start, start + PAGE).map(({ id, cwd: folder, name, firstMessage, modified }) => ({
      sessionId: id,
      cwd: folder,
      title: name ?? shortTitle(firstMessage),
      updatedAt: modified.toISOString(),
    }));
    return { sessions, ...(start + PAGE < all.length ? { nextCursor: String(start + PAGE) } : {}) };
  }

  async close(sessionId: string): Promise<object> {
    await this.session(sessionId).close();
    this.opened.delete(sessionId);
    return {};
  }

  async remove(sessionId: string): Promise<object> {
    await this.opened.get(sessionId)?.close();
    this.opened.delete(sessionId);
    await this.sessions.remove(sessionId).catch((error: unknown) => asRequestError(error, sessionId));
    return {};
  }

  session(sessionId: string): AcpSession {
    const found = this.opened.get(sessionId);
    if (!found) throw RequestError.sessionNotFound(sessionId);
    return found;
  }
}

function checkFolder(cwd: string): void {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams(undefined, `cwd must be an absolute path, not ${cwd}.`);
}

function authMethods({ auth }: ClientCapabilities): AuthMethod[] {
  const stored = { id: SIGN_IN, name: "Keys and sign-ins of Tau", description: signInText };
  if (!auth?.terminal) return [stored];
  const description = "Opens Tau in a terminal. Type /login there, then leave with Ctrl+D.";
  // The client appends the arguments to ours: the later mode is used.
  const args = ["--mode", "text"];
  return [{ type: "terminal", id: "tau-terminal", name: "Sign in in a terminal", description, args }, stored];
}

const MAX_TITLE = 80;

function shortTitle(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1)}…` : line;
}
