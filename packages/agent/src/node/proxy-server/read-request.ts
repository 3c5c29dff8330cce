import { type ProxyRequest, travellingOptions } from "../../proxy/wire.ts";
import { ProxyRequestError } from "./proxy-request-error.ts";

/** Reads and validates the parts of the body this server relies on; the model's server validates the rest. */
export async function readProxyRequest(request: Request, maxBytes: number): Promise<ProxyRequest> {
  const body = parse(await readText(request, maxBytes));
  if (!isRecord(body)) throw new ProxyRequestError("bad-request", "The body is not a JSON object.");
  const { model, context, options = {} } = body;
  if (!isRecord(model) || typeof model.provider !== "string" || typeof model.id !== "string") {
    throw new ProxyRequestError("bad-request", "`model` needs a provider and an id.");
  }
  if (!isRecord(context) || !Array.isArray(context.messages)) {
    throw new ProxyRequestError("bad-request", "`context` needs a list of messages.");
  }
  if (!isRecord(options)) throw new ProxyRequestError("bad-request", "`options` is not an object.");
  return {
    model: { provider: model.provider, id: model.id },
    context: context as unknown as ProxyRequest["context"],
    options: settingsOf(options),
  };
}

/** Drops headers and models: a client must not choose where requests go. */
function settingsOf(options: object): ProxyRequest["options"] {
  const { headers: _headers, samplingParams, ...settings } = travellingOptions(options);
  if (!isRecord(samplingParams)) return settings;
  const { model: _model, models: _models, ...sampling } = samplingParams;
  return { ...settings, samplingParams: sampling };
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ProxyRequestError("too-large", `The body is longer than ${maxBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The client only needs to know that the body is broken, not where.
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
