export { type EnvironmentPlaces, isolatedEnvironment } from "./environment.ts";
export { SCRIPTED_MODEL, type ScriptedModelFacts, scriptedModels, useScriptedModel } from "./scripted-model.ts";
export { createWorkspace, type Workspace, type WorkspaceOptions } from "./workspace.ts";
