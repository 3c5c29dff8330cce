import { waitUntil } from "@tau/testkit";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-langfuse",
  shows: "a run is reported to a Langfuse server",
  prepare({ web }) {
    web.on(/^\/api\/public/, () => ({ successes: [], errors: [] }));
    const env = { LANGFUSE_PUBLIC_KEY: "pk-lf-1", LANGFUSE_SECRET_KEY: "sk-lf-1", LANGFUSE_BASE_URL: web.url };
    return { env };
  },
  async drive(tau) {
    tau.model(say("teal"));
    await tau.prompt("which colour");
    const sent = () => (tau.web.requests.some(({ path }) => path.startsWith("/api/public")) ? true : undefined);
    await waitUntil(sent, { timeoutMs: 30_000, describe: () => "Nothing was reported" });
  },
} satisfies Scenario;
