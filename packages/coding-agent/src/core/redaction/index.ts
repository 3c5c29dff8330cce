export { redactSecrets } from "./redact-secrets.ts";
