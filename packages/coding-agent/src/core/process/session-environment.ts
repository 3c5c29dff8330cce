/** What a command may know of the session that runs it. */
export interface SessionFacts {
  readonly sessionId: string;
  /** Absent for a session that is kept in memory. */
  readonly sessionFile?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly thinkingLevel?: string | undefined;
}

/** The variables a command finds, under our prefix and under the one that existing scripts look for. */
export function sessionEnvironment(facts: SessionFacts): Record<string, string> {
  const values = {
    SESSION_ID: facts.sessionId,
    SESSION_FILE: facts.sessionFile,
    PROVIDER: facts.provider,
    MODEL: facts.model,
    REASONING_LEVEL: facts.thinkingLevel,
  };
  const environment: Record<string, string> = { ...agentMarkers };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    environment[`TAU_${name}`] = value;
    environment[`PI_${name}`] = value;
  }
  return environment;
}

/** Programs ask by these whether an agent runs them. */
export const agentMarkers: Readonly<Record<string, string>> = {
  AI_AGENT: "tau",
  TAU_CODING_AGENT: "true",
  PI_CODING_AGENT: "true",
};

/** The environment without what describes a session: one that runs inside another must not pass on the outer one's. */
export function withoutSession(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SESSION_VARIABLE.test(name)));
}

const SESSION_VARIABLE = /^(?:TAU|PI)_(?:SESSION_ID|SESSION_FILE|PROVIDER|MODEL|REASONING_LEVEL)$/;
