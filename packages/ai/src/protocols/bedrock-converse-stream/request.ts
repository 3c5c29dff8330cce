import type { AwsOptions } from "../../auth/aws/aws-options.ts";
import { awsCredentials } from "../../auth/aws/credentials.ts";
import { readProfile } from "../../auth/aws/profile.ts";
import { signV4 } from "../../auth/aws/sign-v4.ts";
import { AMBIENT_CREDENTIALS } from "../../auth/env-keys.ts";
import { readVariable } from "../../auth/environment.ts";
import type { Context } from "../../contract/context.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { Tool } from "../../contract/tool.ts";
import { foldSystemMessages } from "../../handover/fold-system-messages.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { strictSchema } from "../strict-schema.ts";
import { type Block, type ConverseMessage, calledTools, converseMessages, isClaude } from "./messages.ts";
import { thinkingFields } from "./thinking.ts";

export interface BedrockOptions extends AwsOptions {
  toolChoice?: "auto" | "any" | "none" | { type: "tool"; name: string };
  reasoning?: ThinkingLevel;
  thinkingBudgets?: Partial<Record<ThinkingLevel, number>>;
  interleavedThinking?: boolean;
  thinkingDisplay?: "summarized" | "omitted";
  requestMetadata?: JsonObject;
  bearerToken?: string;
}

const DEFAULT_REGION = "us-east-1";
const REGIONAL_HOST = /(bedrock-runtime(?:-fips)?\.)([a-z0-9-]+)(\.amazonaws\.com)/;

export async function buildRequest(model: Model, context: Context, options: BedrockOptions): Promise<HttpRequest> {
  const region = await regionOf(model, options);
  const baseUrl = model.baseUrl.replace(REGIONAL_HOST, `$1${region}$3`);
  const bearer = bearerOf(options);
  const unsigned = readVariable("AWS_BEDROCK_SKIP_AUTH", options.env) !== undefined;
  return {
    url: endpointUrl(baseUrl, `/model/${encodeURIComponent(model.id)}/converse-stream`, options.env),
    headers: {
      accept: "application/vnd.amazon.eventstream",
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    body: buildBody(model, context, options),
    ...(!bearer &&
      !unsigned && {
        sign: async ({ url, body }) =>
          signV4(
            { method: "POST", url, headers: { "content-type": "application/json" }, body },
            { region, service: "bedrock", credentials: await awsCredentials(options) },
          ),
      }),
    keyVariable: "AWS_PROFILE or AWS_BEARER_TOKEN_BEDROCK",
  };
}

function buildBody(model: Model, context: Context, options: BedrockOptions) {
  const { systemPrompt, messages, tools } = foldSystemMessages(context);
  const turns = converseMessages(model, messages);
  const cache = options.cacheRetention !== "none" && cachesPrompts(model);
  const point = cachePoint(model, options);
  if (cache) turns.findLast(({ role }) => role === "user")?.content.push(point);
  const additional = thinkingFields(model, options);
  return {
    ...(systemPrompt && { system: [{ text: systemPrompt }, ...(cache ? [point] : [])] }),
    messages: turns,
    inferenceConfig: {
      maxTokens: options.maxTokens ?? model.maxTokens,
      ...(options.temperature !== undefined && !additional && { temperature: options.temperature }),
    },
    ...toolFields(model, tools, turns, options),
    ...(additional && { additionalModelRequestFields: additional }),
    ...(options.requestMetadata && { requestMetadata: options.requestMetadata }),
  };
}

/**
 * Returns the tools of the request. The API refuses a conversation with calls but no declared tools, so the called tools are declared then.
 */
function toolFields(model: Model, tools: readonly Tool[], turns: readonly ConverseMessage[], options: BedrockOptions) {
  const offered = options.toolChoice === "none" ? [] : tools.map((tool) => wireTool(model, tool));
  const choice = options.toolChoice === "none" ? undefined : options.toolChoice;
  if (offered.length > 0) {
    return { toolConfig: { tools: offered, ...(choice && { toolChoice: toolChoice(choice) }) } };
  }
  const called = calledTools(turns).map((name) => {
    const known = tools.find((tool) => tool.name === name);
    return known ? wireTool(model, known) : { toolSpec: { name, inputSchema: { json: { type: "object" } } } };
  });
  return called.length > 0 && { toolConfig: { tools: called } };
}

function wireTool(model: Model, tool: Tool) {
  const { name, description, parameters } = tool;
  const schema = strictSchema(tool, { isSupported: Boolean(model.compat?.supportsStrictMode) });
  const strict = schema !== undefined;
  return { toolSpec: { name, description, inputSchema: { json: schema ?? parameters }, ...(strict && { strict }) } };
}

function toolChoice(choice: Exclude<NonNullable<BedrockOptions["toolChoice"]>, "none">) {
  return typeof choice === "string" ? { [choice]: {} } : { tool: { name: choice.name } };
}

function cachePoint(model: Model, { cacheRetention }: BedrockOptions): Block {
  const isLong = cacheRetention === "long" && model.compat?.supportsLongCacheRetention !== false;
  return { cachePoint: { type: "default", ...(isLong && { ttl: "1h" }) } };
}

function cachesPrompts(model: Model): boolean {
  return isClaude(model) || /nova/i.test(model.id);
}

/**
 * Returns the region that the user configured, also in a profile; otherwise the one in the model's URL, otherwise a default that has all
 * models.
 */
async function regionOf(model: Model, options: BedrockOptions): Promise<string> {
  const variable = (name: string) => readVariable(name, options.env);
  const named = options.region ?? variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION");
  if (named) return named;
  const profile = options.profile ?? variable("AWS_PROFILE");
  const inProfile = profile && (await readProfile(profile, options.env)).region;
  return inProfile || REGIONAL_HOST.exec(model.baseUrl)?.[2] || DEFAULT_REGION;
}

function bearerOf(options: BedrockOptions): string | undefined {
  const key = options.apiKey === AMBIENT_CREDENTIALS ? undefined : options.apiKey;
  return (options.bearerToken ?? key ?? readVariable("AWS_BEARER_TOKEN_BEDROCK", options.env))?.trim();
}
