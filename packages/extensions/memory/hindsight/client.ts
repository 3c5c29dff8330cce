import type { ExtensionAPI } from "@tau/coding-agent";
import { MemoryError, type RecalledMemory } from "../memory.ts";

/** A request that the server has refused, or that did not reach it. */
export class HindsightError extends MemoryError {
  override readonly name = "HindsightError";
  /** The HTTP status; absent if there was no answer. */
  readonly status: number | undefined;
  /** The answer's own words. */
  readonly details: string;

  constructor(
    message: string,
    { status, details = "", cause }: { status?: number; details?: string; cause?: unknown },
  ) {
    super(message, { code: "server", cause });
    this.status = status;
    this.details = details;
  }
}

export interface RetainItem {
  readonly content: string;
  readonly context: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags?: readonly string[];
  /** Items with the same document take the place of what was retained from it before. */
  readonly document_id?: string;
}

export interface TagFilter {
  readonly tags?: readonly string[];
  readonly tags_match?: "any";
}

export interface MentalModel {
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

export interface HindsightClientOptions {
  readonly http: ExtensionAPI["http"];
  readonly url: string;
  readonly token: string | undefined;
  readonly timeoutMs: number;
}

const MAX_DETAILS = 300;

/** The requests to a Hindsight server that Tau makes. Each rejects with a `HindsightError`. */
export class HindsightClient {
  private readonly options: HindsightClientOptions;

  constructor(options: HindsightClientOptions) {
    this.options = options;
  }

  /** Creates the bank, or changes its missions. */
  async putBank(bank: string, missions: { readonly reflect_mission: string; readonly retain_mission?: string }) {
    await this.send("PUT", bank, "", missions);
  }

  /** Hands memories over; the server extracts the facts later. */
  async retain(bank: string, items: readonly RetainItem[], signal?: AbortSignal): Promise<void> {
    await this.send("POST", bank, "/memories", { items, async: true }, signal);
  }

  async recall(
    bank: string,
    request: TagFilter & { query: string; budget: string; max_tokens: number; types: readonly string[] },
    signal?: AbortSignal,
  ): Promise<RecalledMemory[]> {
    const { results } = await this.send("POST", bank, "/memories/recall", request, signal);
    return list(results).flatMap((found): RecalledMemory[] => {
      const { id, text, type, mentioned_at: mentionedAt } = found;
      if (typeof text !== "string" || text.trim() === "") return [];
      return [
        {
          id: typeof id === "string" ? id : text,
          text,
          ...(typeof type === "string" && { type }),
          ...(typeof mentionedAt === "string" && { mentionedAt }),
        },
      ];
    });
  }

  async reflect(
    bank: string,
    request: TagFilter & { query: string; context?: string; budget: string },
    signal?: AbortSignal,
  ): Promise<string> {
    const { text } = await this.send("POST", bank, "/reflect", request, signal);
    return typeof text === "string" ? text : "";
  }

  async mentalModels(bank: string, signal?: AbortSignal): Promise<MentalModel[]> {
    const { items } = await this.send("GET", bank, "/mental-models", undefined, signal);
    return list(items).flatMap(({ id, name, content }) =>
      typeof id === "string"
        ? [{ id, name: typeof name === "string" ? name : id, content: typeof content === "string" ? content : "" }]
        : [],
    );
  }

  async createMentalModel(bank: string, model: { id: string; name: string; source_query: string }): Promise<void> {
    await this.send("POST", bank, "/mental-models", model);
  }

  private async send(
    method: string,
    bank: string,
    path: string,
    body: object | undefined,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const { http, url, token, timeoutMs } = this.options;
    const address = `${url.replace(/\/+$/, "")}/v1/default/banks/${encodeURIComponent(bank)}${path}`;
    const headers = {
      accept: "application/json",
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const sent = body && JSON.stringify(body);
    const response = await http
      .request(address, { method, headers, timeoutMs, ...(sent && { body: sent }), ...(signal && { signal }) })
      .catch((error: unknown) => {
        throw unreachable(error, url);
      });
    if (!response.ok) throw refused(response.status, response.text(), url);
    return parse(response.text(), url);
  }
}

function unreachable(error: unknown, url: string): HindsightError {
  const reason = error instanceof Error ? error.message : String(error);
  return new HindsightError(`The Hindsight server at ${url} cannot be reached: ${reason}`, { cause: error });
}

function refused(status: number, text: string, url: string): HindsightError {
  const details = text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_DETAILS);
  const advice = status === 401 || status === 403 ? " Set HINDSIGHT_API_KEY to a key of this server." : "";
  return new HindsightError(
    `The Hindsight server at ${url} answered with HTTP ${status}${details === "" ? "" : `: ${details}`}.${advice}`,
    { status, details },
  );
}

function parse(text: string, url: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    throw new HindsightError(`The Hindsight server at ${url} did not answer with JSON.`, { cause: error });
  }
  throw new HindsightError(`The Hindsight server at ${url} did not answer with a JSON object.`, {});
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value)
    ? value.filter((item): item is Record<string, unknown> => typeof item === "object" && item !== null)
    : [];
}
