import { describe, expect, test } from "vitest";
import { MemorySessionStore } from "../../src/session/memory-store.ts";
import { describeStore } from "./store-contract.ts";

describe("sessions in memory", () => {
  describeStore(() => new MemorySessionStore());

  test("there is no file to open", () => {
    expect(() => new MemorySessionStore().open("/tmp/x.jsonl")).toThrow(expect.objectContaining({ code: "not-found" }));
  });
});
