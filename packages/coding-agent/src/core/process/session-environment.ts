/** Facts about a session that its commands may know. */
export interface SessionFacts {
  readonly sessionId: string;
  /** Absent for a session in memory. */
  readonly sessionFile?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly thinkingLevel?: string | undefined;
}

/** Returns the variables for commands, with our prefix and with the one that existing scripts expect. */
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

/** Variables by which programs detect that an agent runs them. */
export const agentMarkers: Readonly<Record<string, string>> = {
  AI_AGENT: "tau",
  TAU_CODING_AGENT: "true",
  PI_CODING_AGENT: "true",
};

/** Returns the environment without variables that describe a session: a nested session must not inherit those of the outer one. */
export function withoutSession(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SESSION_VARIABLE.test(name)));
}

const SESSION_VARIABLE = /^(?:TAU|PI)_(?:SESSION_ID|SESSION_FILE|PROVIDER|MODEL|REASONING_LEVEL)$/;
