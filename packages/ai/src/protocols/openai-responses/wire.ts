/** The parts of a Responses stream that we read. */
export interface StreamEvent {
  type: string;
  output_index?: number;
  item_id?: string;
  delta?: string;
  item?: OutputItem;
  response?: WireResponse;
  arguments?: string;
  input?: string;
  text?: string;
  error?: unknown;
  message?: string;
  code?: string | null;
}

export interface OutputItem {
  type: string;
  id?: string;
  call_id?: string;
  name?: string;
  arguments?: string;
  input?: string;
  phase?: string;
  content?: { type: string; text?: string; refusal?: string }[];
  summary?: { text: string }[];
  [field: string]: unknown;
}

export interface WireResponse {
  id?: string;
  model?: string;
  status?: string;
  error?: { code?: string; message?: string } | null;
  incomplete_details?: { reason?: string } | null;
  usage?: WireUsage | null;
  service_tier?: string;
}

export interface WireUsage {
  input_tokens?: number;
  output_tokens?: number;
  total_tokens?: number;
  input_tokens_details?: { cached_tokens?: number; cache_write_tokens?: number } | null;
  output_tokens_details?: { reasoning_tokens?: number } | null;
}
