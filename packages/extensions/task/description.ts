export const DESCRIPTION =
  "Hands tasks to parallel agents, each with a context of its own. For wide searches and independent parts. Agents: explore (finds code and facts), plan, review, quick_task (small mechanical work), task (anything). An agent knows only context, files and its task: name limits, what to report. agent://<id>: its whole output.";
