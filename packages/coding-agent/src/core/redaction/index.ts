export { redactedJson, redactSecrets, secretVariables } from "./redact-secrets.ts";
