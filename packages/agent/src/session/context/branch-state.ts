import { ownValue } from "@tau/ai";
import type { SessionEntry } from "../entries/entry.ts";
import { contextStateOf } from "./context-state.ts";

/** The state recorded by the entries of a branch besides its messages, including entry types of other programs. */
export interface BranchState {
  thinkingLevel: string;
  model: { provider: string; modelId: string } | null;
  /** `provider/id` by role, for programs that assign models to roles. */
  models: Record<string, string>;
  serviceTier: string | null;
  mode: string;
  modeData: unknown;
  injectedRules: string[];
  selectedTools: string[];
}

type Loose = Record<string, unknown>;

/** Each entry type updates its part of the state; later entries override earlier ones. */
const READERS: Readonly<Record<string, (state: BranchState, entry: Loose) => void>> = {
  model_change(state, { model, provider, modelId, role }) {
    const name = typeof model === "string" ? model : `${provider}/${modelId}`;
    state.models[typeof role === "string" ? role : "default"] = name;
  },
  service_tier_change(state, { serviceTier }) {
    state.serviceTier = typeof serviceTier === "string" ? serviceTier : null;
  },
  mode_change(state, { mode, data }) {
    state.mode = typeof mode === "string" ? mode : "none";
    state.modeData = data;
  },
  ttsr_injection(state, { injectedRules }) {
    state.injectedRules = [...new Set([...state.injectedRules, ...strings(injectedRules)])];
  },
  mcp_tool_selection(state, { selectedToolNames }) {
    state.selectedTools = strings(selectedToolNames);
  },
};

export function readBranchState(path: readonly SessionEntry[]): BranchState {
  const state: BranchState = {
    ...contextStateOf(path),
    models: {},
    serviceTier: null,
    mode: "none",
    modeData: undefined,
    injectedRules: [],
    selectedTools: [],
  };
  for (const entry of path) ownValue(READERS, entry.type)?.(state, entry as unknown as Loose);
  return state;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
