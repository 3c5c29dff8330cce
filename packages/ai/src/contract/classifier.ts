import type { JsonObject } from "./json.ts";
import type { ImageContent } from "./messages.ts";
import type { BaseModel } from "./model.ts";
import type { ProviderRequestOptions } from "./options.ts";
import type { Usage } from "./usage.ts";

export type KnownClassifierApi =
  | "typesafe-system-one"
  | "cloudflare-workers-ai-system-one"
  | "llama-cpp-classify"
  | "openai-decisions";
export type ClassifierApi = KnownClassifierApi | (string & {});

/** A model that answers typed questions about a state instead of writing text. */
export interface ClassifierModel<TApi extends ClassifierApi = ClassifierApi> extends BaseModel<TApi> {
  type: "classifier";
  contextWindow: number;
  compat?: SystemOneCompat;
}

/** The differences of a service from its inventor's System One API. */
export interface SystemOneCompat {
  /** `assets`: files by name, PNG and JPEG; `images`: up to four data URLs; `state-image-urls`: parts before the state. */
  imageInput?: "assets" | "images" | "state-image-urls";
  /** Whether a request with images needs an opt-in header. */
  sendImageOptInHeader?: boolean;
}

/** A choice among the keys of `criteria`. */
export interface ClassifierChoiceQuestion {
  type: "choice";
  instructions: string;
  criteria: Record<string, string>;
}

/** A position on a scale, from the first of `criteria` to the last. */
export interface ClassifierScoreQuestion {
  type: "score";
  instructions: string;
  criteria: string[];
}

export interface ClassifierBoolQuestion {
  type: "bool";
  instructions: string;
  criteria: { true: string; false: string };
}

export type ClassifierQuestion = ClassifierChoiceQuestion | ClassifierScoreQuestion | ClassifierBoolQuestion;

export interface ClassifierContext {
  state: JsonObject;
  /** Judged together with the state, by models whose `input` includes images. */
  images?: ImageContent[];
  questions: Record<string, ClassifierQuestion>;
}

export interface ClassifierChoiceAnswer {
  type: "choice";
  choice: string;
  probabilities: Record<string, number>;
  confidence: number;
}

export interface ClassifierScoreAnswer {
  type: "score";
  /** Counted from 0; may lie between two levels. */
  score: number;
  confidence: number;
}

export interface ClassifierBoolAnswer {
  type: "bool";
  /** The probability of `true`. */
  probability: number;
}

export type ClassifierAnswer = ClassifierChoiceAnswer | ClassifierScoreAnswer | ClassifierBoolAnswer;
export type ClassifierStopReason = "stop" | "error" | "aborted";

/** The answers to all questions; with `stopReason: "error"` there are none, and `errorMessage` has the reason. */
export interface ClassifierResult {
  api: ClassifierApi;
  provider: string;
  model: string;
  answers: Record<string, ClassifierAnswer>;
  usage?: Usage;
  stopReason: ClassifierStopReason;
  errorMessage?: string;
  timestamp: number;
}

export interface ClassifierOptions extends ProviderRequestOptions<ClassifierModel> {
  /** Above 1 the answers are less certain, below 1 more; for services that expose logits. */
  temperature?: number;
}

/** Never rejects. */
export type ClassifierFunction<TOptions extends ClassifierOptions = ClassifierOptions> = (
  model: ClassifierModel,
  context: ClassifierContext,
  options?: TOptions,
) => Promise<ClassifierResult>;

export interface ProviderClassifier {
  classify: ClassifierFunction;
}
