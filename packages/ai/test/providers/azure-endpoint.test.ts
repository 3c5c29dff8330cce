import { expect, test } from "vitest";
import { streamSimple } from "../../src/index.ts";
import { azureEndpoint } from "../../src/providers/azure-endpoint.ts";
import { startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

/** Whatever the machine has set counts as unset. */
const NOTHING = {
  AZURE_OPENAI_BASE_URL: "",
  AZURE_OPENAI_RESOURCE_NAME: "",
  AZURE_OPENAI_API_VERSION: "",
  AZURE_OPENAI_DEPLOYMENT_NAME_MAP: "",
};
const model = testModel("azure-openai-responses", { provider: "azure", baseUrl: "" });

test("the root of a resource, as the portal shows it, leads to its API; other addresses stay as they are", () => {
  const addressFor = (url: string) => azureEndpoint(model, { env: { ...NOTHING, AZURE_OPENAI_BASE_URL: url } }).baseUrl;
  for (const host of ["mine.openai.azure.com", "mine.cognitiveservices.azure.com", "mine.services.ai.azure.com"]) {
    for (const path of ["", "/", "/openai", "/openai/"]) {
      expect(addressFor(`https://${host}${path}`)).toBe(`https://${host}/openai/v1`);
    }
    expect(addressFor(`https://${host}/openai/v1`)).toBe(`https://${host}/openai/v1`);
  }
  for (const other of ["https://gateway.example", "https://openai.azure.com.example/", "not an address"]) {
    expect(addressFor(other)).toBe(other);
  }
});

test("options stand above variables, an address above a resource's name, and both above the model's own", () => {
  const own = { ...model, baseUrl: "https://own.example" };
  const env = { ...NOTHING, AZURE_OPENAI_BASE_URL: "https://variable.example", AZURE_OPENAI_RESOURCE_NAME: "named" };
  const addressWith = (options: object) => azureEndpoint(own, options).baseUrl;
  expect(addressWith({ env, azureBaseUrl: "https://option.example" })).toBe("https://option.example");
  expect(addressWith({ env })).toBe("https://variable.example");
  expect(addressWith({ env: { ...env, AZURE_OPENAI_BASE_URL: "" } })).toBe("https://named.openai.azure.com/openai/v1");
  expect(addressWith({ env: NOTHING, azureResourceName: "option" })).toBe("https://option.openai.azure.com/openai/v1");
  expect(addressWith({ env: NOTHING })).toBe("https://own.example");
});

test("a model goes by the name of its deployment: the option's, the map's, or its id", () => {
  const env = { ...NOTHING, AZURE_OPENAI_RESOURCE_NAME: "mine", AZURE_OPENAI_DEPLOYMENT_NAME_MAP: "a=b,test-model=c" };
  const named = (options: object) => azureEndpoint(model, { env, ...options }).deployment;
  expect([named({ azureDeploymentName: "d" }), named({})]).toEqual(["d", "c"]);
  expect(azureEndpoint({ ...model, id: "other" }, { env })).toEqual({
    baseUrl: "https://mine.openai.azure.com/openai/v1",
    apiVersion: "v1",
    deployment: "other",
  });
});

test("models that speak Chat Completions go to the same resource, by their deployments and without a version", async () => {
  await using server = await startServer(status(400, "{}"));
  const chat = testModel("openai-completions", { provider: "azure", baseUrl: "https://overruled.example" });
  const env = {
    ...NOTHING,
    AZURE_OPENAI_BASE_URL: `${server.url}/openai/v1`,
    AZURE_OPENAI_DEPLOYMENT_NAME_MAP: "test-model=mine",
  };
  await streamSimple(chat, { messages: [] }, { apiKey: "key", env }).result();
  expect(server.requests[0]).toMatchObject({
    url: "/openai/v1/chat/completions",
    headers: { "api-key": "key" },
    body: { model: "mine" },
  });
});

test("a model of anyone else that has no address is not taken for one of Azure's", async () => {
  const lost = testModel("openai-completions", { provider: "someone", baseUrl: "" });
  const { errorMessage } = await streamSimple(lost, { messages: [] }, { apiKey: "key", env: NOTHING }).result();
  expect(errorMessage).toBe('"" is no address. Set the model\'s baseUrl to an http(s) URL.');
});
