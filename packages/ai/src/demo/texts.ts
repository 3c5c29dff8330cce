/** All texts of the scripted model. */
export const texts = {
  offer: `I am Tau's built-in demo: a script, not a language model, so I cannot really answer that.

Say "show me" and I take you on a short tour: I write a small program with a bug, run it, fix it and run it again, with the real tools.

${howToConnect()}`,

  list: `Hello! I am Tau's built-in demo: a script, not a language model. The tools I use are the real ones, though, and so is everything you see happen.

First, a look at where we are.`,

  scratch: "This folder has files in it, and they are none of my business: I make a folder of my own.",

  write: (file: string) => `Now I write a small program, \`${file}\`. It computes a median and checks itself.`,

  run: "Let me run it.",

  read: "One check fails: the median of 10, 9, 2 and 33 should be 9.5. I read the file to see why.",

  edit: "There it is: `sort()` without a comparator sorts numbers as text, so 10 comes before 2. One line to change.",

  rerun: "And run it again.",

  done: (
    file: string,
  ) => `All checks pass. That was the tour: list, write, run, read, edit, run. \`${file}\` stays for you to look at or delete.

The steps were scripted; the tools, the files and the failure were real. With a real model you describe the work and it decides the steps.

${howToConnect()}`,

  denied: (tool: string) => `You did not allow \`${tool}\`, so I stop here. Nothing else was done.

Type "continue" to continue from this step, or "show me" to start over.`,

  failed: (tool: string, reason: string) => `\`${tool}\` did not do what my script expects:

> ${reason}

A real model would look into it; I am only a script, so I stop here. Say "continue" to try this step again.

${howToConnect()}`,

  noTools: (
    missing: string,
  ) => `The tour needs the tool ${missing}, and it is switched off in this session. Start Tau without tool restrictions and say "show me".

${howToConnect()}`,
};

function howToConnect(): string {
  return `To connect a real model, do one of these and start Tau again:
- set a key: \`export ANTHROPIC_API_KEY=…\`; \`OPENAI_API_KEY\`, \`GEMINI_API_KEY\`, \`OPENROUTER_API_KEY\` and many others work the same way;
- sign in with \`/login\`;
- run a local server: Ollama, LM Studio or llama.cpp on their usual ports are found by themselves.

Then choose with \`/model\`.`;
}
