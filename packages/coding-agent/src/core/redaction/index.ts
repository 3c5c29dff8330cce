export { heldSecrets, knownSecrets } from "./known-secrets.ts";
export { redactedJson, redactSecrets } from "./redact-secrets.ts";
