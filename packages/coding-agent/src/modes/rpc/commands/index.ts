import { abort, abortBash, abortRetry } from "./abort.ts";
import { bash } from "./bash.ts";
import { abortChild, getChildren, steerChild } from "./children.ts";
import { compact, setAutoCompaction, setAutoRetry } from "./compaction.ts";
import {
  getBranchMessages,
  getEntries,
  getForkMessages,
  getLastAssistantText,
  getMessages,
  getTree,
} from "./entries.ts";
import { exportHtml } from "./export.ts";
import { setHostTools, setHostUriSchemes, setPermissionRequests, setUiMethods } from "./host.ts";
import { cycleModel, getAvailableModels, setModel } from "./model.ts";
import { abortAndPrompt, prompt } from "./prompt.ts";
import { clearQueue, followUp, setFollowUpMode, setInterruptMode, setSteeringMode, steer } from "./queue.ts";
import { branch, clone, fork, newSession, setSessionName, switchSession } from "./session.ts";
import { getCommands } from "./slash-commands.ts";
import { getSessionStats, getState } from "./state.ts";
import { cycleThinkingLevel, getAvailableThinkingLevels, setThinkingLevel } from "./thinking.ts";
import { setTodos } from "./todos.ts";

/** Every command of the protocol, in the order of the documentation. */
export const rpcCommands = [
  prompt,
  steer,
  followUp,
  abort,
  abortAndPrompt,
  clearQueue,
  getState,
  getMessages,
  setModel,
  cycleModel,
  getAvailableModels,
  setThinkingLevel,
  cycleThinkingLevel,
  getAvailableThinkingLevels,
  setSteeringMode,
  setFollowUpMode,
  setInterruptMode,
  compact,
  setAutoCompaction,
  setAutoRetry,
  abortRetry,
  bash,
  abortBash,
  newSession,
  switchSession,
  fork,
  clone,
  branch,
  getForkMessages,
  getBranchMessages,
  getEntries,
  getTree,
  getLastAssistantText,
  setSessionName,
  getSessionStats,
  exportHtml,
  getCommands,
  setTodos,
  getChildren,
  steerChild,
  abortChild,
  setHostTools,
  setHostUriSchemes,
  setUiMethods,
  setPermissionRequests,
] as const;
