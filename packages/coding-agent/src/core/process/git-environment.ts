/** In a hook of git the environment names the repository it runs in: what is done elsewhere would be done to that one. */
export function withoutGitPlace(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !GIT_PLACE.test(name)));
}

const GIT_PLACE =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|NAMESPACE|PREFIX|(?:ALTERNATE_)?OBJECT_DIRECTOR(?:Y|IES))$/;
