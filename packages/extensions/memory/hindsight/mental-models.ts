import type { HindsightSettings } from "../settings.ts";
import type { Bank } from "./bank.ts";
import type { HindsightClient, MentalModel } from "./client.ts";
import { MENTAL_MODELS, MENTAL_MODELS_HEADING } from "./prompts.ts";

/** The longest time that the first run waits for the server. */
const FIRST_WAIT_MS = 1_500;

/** Summaries that the server keeps. They are read in the background; a run takes what is there. */
export class MentalModels {
  private readonly client: HindsightClient;
  private readonly bank: Bank;
  private readonly settings: HindsightSettings["mentalModels"];
  private block: string | undefined;
  private loading: Promise<void> | undefined;
  private loadedAt = Number.NEGATIVE_INFINITY;
  private isSeeded = false;

  constructor(client: HindsightClient, bank: Bank, settings: HindsightSettings["mentalModels"]) {
    this.client = client;
    this.bank = bank;
    this.settings = settings;
  }

  /** Resolves to the section for the system prompt. Waits at most 1.5 s, and only before the first run; never rejects. */
  async section(signal?: AbortSignal): Promise<string | undefined> {
    const { isEnabled, refreshMs } = this.settings;
    if (!isEnabled) return undefined;
    const isFirst = this.loadedAt === Number.NEGATIVE_INFINITY;
    if (Date.now() - this.loadedAt > refreshMs && !this.loading) {
      this.loadedAt = Date.now();
      this.loading = this.load().finally(() => {
        this.loading = undefined;
      });
    }
    const { loading } = this;
    if (isFirst && loading !== undefined) await Promise.race([loading, waited(FIRST_WAIT_MS, signal)]);
    return this.block;
  }

  private async load(): Promise<void> {
    try {
      const models = await this.client.mentalModels(this.bank.id);
      this.block = render(models, this.settings.maxChars);
      if (this.settings.isSeeding && !this.isSeeded) await this.seed(models);
    } catch {
      // Summaries are optional. A server that does not answer is reported when memories are recalled.
      this.loadedAt = Math.max(this.loadedAt, Date.now());
    }
  }

  /** Creates the missing summaries. Existing ones are never changed. */
  private async seed(present: readonly MentalModel[]): Promise<void> {
    this.isSeeded = true;
    for (const model of MENTAL_MODELS)
      if (!present.some(({ id }) => id === model.id)) await this.client.createMentalModel(this.bank.id, model);
  }
}

/** Joins the summaries, as many characters as allowed. */
export function render(models: readonly MentalModel[], maxChars: number): string | undefined {
  const parts = models.flatMap(({ name, content }) => (content.trim() === "" ? [] : [`## ${name}\n${content.trim()}`]));
  if (parts.length === 0) return undefined;
  const text = [MENTAL_MODELS_HEADING, ...parts].join("\n\n").replaceAll(/<(\/?)(memories|mental_models)>/gi, "‹$1$2›");
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;
}

async function waited(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
