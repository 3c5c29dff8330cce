export const RETAIN_DESCRIPTION = `Stores facts that later sessions should know: preferences of the user, decisions and their reasons, conventions of the project, and lessons from mistakes. Write each as one self-contained sentence. Do not store secrets, what the files already say, or the state of the current task.`;

export const RECALL_DESCRIPTION = `Searches the memories of earlier sessions. Use it before asking the user something that may have been said before.`;

export const REFLECT_DESCRIPTION = `Answers a question from all relevant memories, where a list of single facts would not be enough.`;
