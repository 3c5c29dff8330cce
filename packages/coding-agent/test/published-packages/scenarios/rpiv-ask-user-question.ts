import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

const options = [
  { label: "Teal", description: "Like the sea" },
  { label: "Red", description: "Like the sunset" },
];

export default {
  package: "@juicesharp/rpiv-ask-user-question",
  shows: "the model's question is drawn with its options, and the chosen one is the tool's result",
  async drive(tau) {
    const questions = [{ question: "Which colour should it have?", header: "Colour", options }];
    tau.model(call("ask_user_question", { questions }), say("painted"));
    await tau.type("paint the fence");
    await tau.sees("Like the sunset");
    tau.screen.press("down", "enter");
    await tau.requestedLast(/"tool".*Red/);
    await tau.sees("painted");
  },
} satisfies Scenario;
