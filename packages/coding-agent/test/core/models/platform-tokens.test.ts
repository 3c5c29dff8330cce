import { afterEach, expect, test, vi } from "vitest";
import { AuthStorage } from "../../../src/core/auth/index.ts";
import { resolveRole } from "../../../src/core/models/choice/model-role.ts";
import { findInitialModel, ModelRegistry, resolveRequestedModel } from "../../../src/core/models/index.ts";
import { SettingsStore } from "../../../src/core/settings/index.ts";
import { catalogueOf, model } from "../support/models.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The token of a platform is in the environment, and with it no key for models. */
function withToken() {
  vi.stubEnv("HF_TOKEN", "platform-token");
  const registry = new ModelRegistry({
    auth: AuthStorage.inMemory(),
    catalogue: catalogueOf([model("huggingface", "m")]),
    modelsPath: null,
  });
  const home = temporaryDirectory();
  return { registry, settings: SettingsStore.open(home, home), probe: async () => [] };
}

test("no model is taken for the token of a platform, but the user may choose one", async () => {
  const { registry, settings, probe } = withToken();
  expect((await findInitialModel({ registry, settings, probe })).model).toBeUndefined();
  expect(registry.getAvailable()).toEqual([]);
  expect(registry.getSelectable().map(({ id }) => id)).toEqual(["m"]);
});

test("the settings choose a provider", async () => {
  const { registry, settings, probe } = withToken();
  settings.applyOverrides({ defaultProvider: "huggingface" });
  expect((await findInitialModel({ registry, settings, probe })).model?.id).toBe("m");
});

test("the model of a resumed session chooses a provider", async () => {
  const { registry, settings, probe } = withToken();
  const saved = { provider: "huggingface", modelId: "m" };
  expect((await findInitialModel({ registry, settings, probe, saved })).model?.id).toBe("m");
});

test("a role chooses the provider that it names, and no other", async () => {
  const { registry, settings } = withToken();
  settings.applyOverrides({ modelRoles: { smol: "m" } });
  expect(await resolveRole("smol", { registry, settings })).toBeUndefined();
  settings.applyOverrides({ modelRoles: { smol: "huggingface/m" } });
  expect((await resolveRole("smol", { registry, settings }))?.model.id).toBe("m");
});

test.each([{ model: "huggingface/m" }, { provider: "huggingface" }])(
  "the command line %j chooses a provider",
  async (request) => {
    const { registry } = withToken();
    expect(await resolveRequestedModel({ registry, ...request })).toMatchObject({ model: { id: "m" } });
    expect(registry.isUsable("huggingface")).toBe(true);
  },
);
