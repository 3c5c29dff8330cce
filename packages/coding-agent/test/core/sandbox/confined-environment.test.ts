import { expect, test } from "vitest";
import { confinedEnvironment } from "../../../src/core/sandbox/confined-environment.ts";

test("keys of providers and doors to programs of the user are left out, except for those that are named", () => {
  const env = {
    PATH: "/bin",
    DATABASE_URL: "x",
    ANTHROPIC_API_KEY: "x",
    SOME_NEW_API_KEY: "x",
    GITHUB_TOKEN: "x",
    AWS_SECRET_ACCESS_KEY: "x",
    SSH_AUTH_SOCK: "x",
    DBUS_SESSION_BUS_ADDRESS: "x",
    DISPLAY: ":0",
  };
  expect(Object.keys(confinedEnvironment(env))).toEqual(["PATH", "DATABASE_URL"]);
  expect(Object.keys(confinedEnvironment(env, ["GITHUB_TOKEN"]))).toEqual(["PATH", "DATABASE_URL", "GITHUB_TOKEN"]);
});
