import { InMemoryCredentialStore } from "@tau/ai";
import { expect, test } from "vitest";
import { createBackend } from "../../../src/compat/pi/given-credentials.ts";

class FullStore extends InMemoryCredentialStore {
  isFull = true;

  override async modify(...change: Parameters<InMemoryCredentialStore["modify"]>) {
    if (this.isFull) throw new Error("the vault is full");
    return await super.modify(...change);
  }
}

test("a store that does not take a credential is told of, and forgotten once it does", async () => {
  const store = new FullStore();
  const backend = await createBackend(store);
  const write = async (key: string) => {
    backend.change("acme", () => ({ type: "api_key", key }));
    await new Promise(setImmediate);
    return [backend.load(), await store.read("acme")];
  };
  const message = "the credential store did not take the change, which holds for this run alone: the vault is full";
  expect(await write("one")).toEqual([
    { data: { acme: { type: "api_key", key: "one" } }, diagnostics: [{ type: "error", path: "acme", message }] },
    undefined,
  ]);
  store.isFull = false;
  const two = { type: "api_key", key: "two" };
  expect(await write("two")).toEqual([{ data: { acme: two }, diagnostics: [] }, two]);
});
