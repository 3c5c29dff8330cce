/**
 * Removes the variables by which git names the repository of a running hook. With them, git commands in other folders
 * would act on that repository.
 */
export function withoutGitPlace(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !GIT_PLACE.test(name)));
}

const GIT_PLACE =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|NAMESPACE|PREFIX|(?:ALTERNATE_)?OBJECT_DIRECTOR(?:Y|IES))$/;
