import { addDirCommand } from "./add-dir.ts";
import { branchCommand } from "./branch.ts";
import { changelogCommand } from "./changelog.ts";
import { cloneCommand } from "./clone.ts";
import type { SlashCommand } from "./command.ts";
import { compactCommand } from "./compact.ts";
import { copyCommand } from "./copy.ts";
import { debugCommand } from "./debug.ts";
import { diffCommand } from "./diff.ts";
import { exportCommand } from "./export.ts";
import { extensionsCommand } from "./extensions.ts";
import { forkCommand } from "./fork.ts";
import { handoffCommand } from "./handoff.ts";
import { helpCommand } from "./help.ts";
import { hotkeysCommand } from "./hotkeys.ts";
import { importCommand } from "./import.ts";
import { jobsCommand } from "./jobs.ts";
import { loginCommand } from "./login.ts";
import { logoutCommand } from "./logout.ts";
import { modelCommand } from "./model.ts";
import { nameCommand } from "./name.ts";
import { newCommand } from "./new.ts";
import { permissionsCommand } from "./permissions.ts";
import { quitCommand } from "./quit.ts";
import { redoCommand } from "./redo.ts";
import { reloadCommand } from "./reload.ts";
import { resumeCommand } from "./resume.ts";
import { scopedModelsCommand } from "./scoped-models.ts";
import { sessionCommand } from "./session.ts";
import { settingsCommand } from "./settings.ts";
import { themeCommand } from "./theme.ts";
import { thinkingCommand } from "./thinking.ts";
import { toolsCommand } from "./tools.ts";
import { treeCommand } from "./tree.ts";
import { trustCommand } from "./trust.ts";
import { undoCommand } from "./undo.ts";

/** Every built-in command of the screen, in the order of the menu. */
export const slashCommands: readonly SlashCommand[] = [
  helpCommand,
  settingsCommand,
  modelCommand,
  thinkingCommand,
  scopedModelsCommand,
  themeCommand,
  loginCommand,
  logoutCommand,
  newCommand,
  resumeCommand,
  nameCommand,
  sessionCommand,
  undoCommand,
  redoCommand,
  diffCommand,
  treeCommand,
  forkCommand,
  branchCommand,
  cloneCommand,
  compactCommand,
  handoffCommand,
  importCommand,
  exportCommand,
  copyCommand,
  jobsCommand,
  toolsCommand,
  permissionsCommand,
  addDirCommand,
  trustCommand,
  extensionsCommand,
  reloadCommand,
  hotkeysCommand,
  changelogCommand,
  debugCommand,
  quitCommand,
];
