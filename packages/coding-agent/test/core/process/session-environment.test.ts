import { expect, test } from "vitest";
import { sessionEnvironment, withoutSession } from "../../../src/core/process/index.ts";

const agent = { AI_AGENT: "tau", TAU_CODING_AGENT: "true", PI_CODING_AGENT: "true" };

test("a command finds the session under both prefixes, and nothing where there is nothing to know", () => {
  expect(
    sessionEnvironment({
      sessionId: "s1",
      sessionFile: "/s/1.jsonl",
      provider: "demo",
      model: "m",
      thinkingLevel: "off",
    }),
  ).toEqual({
    ...agent,
    TAU_SESSION_ID: "s1",
    TAU_SESSION_FILE: "/s/1.jsonl",
    TAU_PROVIDER: "demo",
    TAU_MODEL: "m",
    TAU_REASONING_LEVEL: "off",
    PI_SESSION_ID: "s1",
    PI_SESSION_FILE: "/s/1.jsonl",
    PI_PROVIDER: "demo",
    PI_MODEL: "m",
    PI_REASONING_LEVEL: "off",
  });
  expect(sessionEnvironment({ sessionId: "s2", sessionFile: undefined })).toEqual({
    ...agent,
    TAU_SESSION_ID: "s2",
    PI_SESSION_ID: "s2",
  });
});

test("a session inside another does not pass on what describes the outer one", () => {
  const outer = sessionEnvironment({ sessionId: "s1", sessionFile: "/s/1.jsonl", provider: "p", model: "m" });
  expect(withoutSession({ PATH: "/bin", TAU_HOME: "/h", ...outer })).toEqual({
    PATH: "/bin",
    TAU_HOME: "/h",
    AI_AGENT: "tau",
    TAU_CODING_AGENT: "true",
    PI_CODING_AGENT: "true",
  });
});
