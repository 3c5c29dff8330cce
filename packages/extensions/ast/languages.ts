import type { PackageNeed } from "@tau/coding-agent";

/** The engine, with the grammars of JavaScript, TypeScript, HTML and CSS. */
export const ENGINE: PackageNeed = {
  name: "@ast-grep/napi",
  version: "0.51.0",
  integrity: "sha512-thHIZoygVkwW/6yBFBgqPtmKpAnEfwsJyIFliKo6hxkXlYLLfvwReDH2le/5zk358ir/97IJdTB7xv309LYbSQ==",
  battery: "ast",
};

export interface Language {
  /** The name for the model. */
  readonly name: string;
  /** The name that the engine knows. */
  readonly engineName: string;
  readonly extensions: readonly string[];
  /** The package with the grammar; absent if the engine has it. */
  readonly grammar?: PackageNeed;
}

const BUILT_IN: readonly (readonly [name: string, engineName: string, extensions: string])[] = [
  ["typescript", "TypeScript", "ts mts cts"],
  ["tsx", "Tsx", "tsx"],
  ["javascript", "JavaScript", "js mjs cjs jsx"],
  ["html", "Html", "html htm xhtml"],
  ["css", "Css", "css"],
];

/** The grammars that are published as packages: name, version, extensions, and the hash of the archive. */
const PACKAGED: readonly (readonly [name: string, version: string, extensions: string, hash: string])[] = [
  [
    "bash",
    "0.0.8",
    "sh bash zsh",
    "qFykSsOdBv35I1rtt2PstJ4luzV9J1YCiFZBgySI8UPOh+TFnmpdlq9CrryNOj0Q7f6zZhc1OIau+/mUSs6HAg==",
  ],
  ["c", "0.0.6", "c h", "z4ldQyXENqqiNr+F3qhhtKYxgRwLGpOrpc0RIsINwbzeixyFnlNWw5MB1p5yIXN1DkHWrnz5Sd6Wl5s0Mbf6OQ=="],
  [
    "cpp",
    "0.0.6",
    "cpp cc cxx hpp hh hxx",
    "VsNr3fzgV969wuWnno7Rb2LexpeO9TwVBiwnCeH9NsDD6/v7Vr529FJF07E2bAsQjB2HPdljY2/a11GbT3xG9A==",
  ],
  ["csharp", "0.0.6", "cs", "9Aq0WvJ5wRdJ+iply7H2Aq89o2BOdxFXh3H9tLvf8DryyHgWAQA/CRKUw1HjV8Q4ABUZFl1vLq9Uv3t0gQtZdQ=="],
  ["dart", "0.0.7", "dart", "9tTkOnw10g+/cgt8jw1XqZ0AKLDXoKYP1HoY3reZPQLhk4IWs8mNAu4Yd6E80CdQ2sJ10+L7wv1C16jTt4Yirw=="],
  [
    "elixir",
    "0.0.7",
    "ex exs",
    "oKaLIX62nMb1H/utcbRe67eHooY7tobUniuUtNb8T5B/vfaFYAec2qCJbdFEh0sng69LwmOU9ojikAMRWkVFXw==",
  ],
  ["go", "0.0.6", "go", "PZap9Rp6t+YKbLjRnFRF5aGBX3/HV9s5Rp7ZPsCM+o3tlTZDo1IqDYnFu+Oeh5Razs2U8K8ccPSJ+GBxalVhWg=="],
  [
    "haskell",
    "0.0.3",
    "hs",
    "fGQJu2YWWxcE+Y4BRkhz1dgI1xe2qv3FpAS9hRhPI+GxYwo9quGB92+GEfxn5xMcZEJKbBf9E9jaSdeDkXwOGg==",
  ],
  ["java", "0.0.7", "java", "7muXd2MqUxJ8SrLrXU+JbvU6qSASZ5BZqH/eCDkIIjXge5wMl7kIYxKEgP375W8lnTXQYjM+VgeOkYSU9EexJg=="],
  ["json", "0.0.6", "json", "xb4OXtyuyY9RqUs5Af4Jb5hAJcBD0hGD1rJSQm1chJqdWOjhM6G7V2vHLx6B8M9uXuTBnaNs4U4OccMp+e95JQ=="],
  [
    "kotlin",
    "0.0.7",
    "kt kts",
    "+rXVbmESlE5c3QQGl/si0BRj/aC/v6P8Tw//8UxojoqlfZDISG95bHeVRZxb4NuEkt0kFFRn7Lbi9DsHXn8MbA==",
  ],
  ["lua", "0.0.7", "lua", "xGJpC06HTGSb2KPD5YEuzdj7wo4ZRCkMPWWUCzXUqP8stkoJYp2SW6VExeInSIMLnGyEMQAGdjCWttgyRzTGOQ=="],
  [
    "markdown",
    "0.0.3",
    "md",
    "+GP6a/IHOdm6emwrJZO4I/uHg2DXHTr1t9VQ0FxujAi3wclqBQDveAmxTkKw/XA6mFJzIO/s8ERH3msScmJgPw==",
  ],
  ["php", "0.0.7", "php", "cDCcgSRj4eL8QnEivUbxYVSUn4PESyLdp6RuFvYw2gMOb8qzfR1FTq503D9tZ5pqvZCALR3KrbVNzc8SHaQs7Q=="],
  [
    "python",
    "0.0.6",
    "py pyi",
    "eF/bEBspmrxdVuPNihvZDyyJx5qtIpGEMz9l1nNQmrji7NZcUiRNC8WwzYyQCBdy1mj8HZ0Tn4I2q3gp/6Bkiw==",
  ],
  ["ruby", "0.0.7", "rb", "tSoj96K/saNfz2wqLZPtKPhwGsRsveydv1FIce9KbXVmxmk+9cerg+LqPS9A8CO3OMQj6LFr1J2Jyr7A/KMpZQ=="],
  ["rust", "0.0.7", "rs", "CF6jv8XmlVQgr/pFKADM87EkoGiHIrHKsG1wcX2iqgdBX5kW8wH+Zd4GP6SMme2eZogD49f19vRoRTF44iZqzg=="],
  [
    "scala",
    "0.0.7",
    "scala sc",
    "ZORuIKsydtYB0oLaD73tjnZe7LECaam1JCqa4Mc/gzhhYA7AwCmqbPRj0S9PdSOP65orWDbwYu5wroBnGXxG1Q==",
  ],
  ["sql", "0.0.8", "sql", "akMaGvhtjgQ2t1YLl4uqYfCfrYQmUS4WnqYugDHBeGOrLzSkM+aUFQ0R0fhRjY3CGsiTb8eXUtnhnxyy44l8Yw=="],
  [
    "swift",
    "0.0.8",
    "swift",
    "v+pLafFzXQJ/yTgmOclSzBDX+actORUqrAL0+fJkHlvnbYARxXXKoo4bonuWlzLjp+gOLP/Liuvhb4FlWgPFXA==",
  ],
  ["toml", "0.0.5", "toml", "1+6PAxmPyu4LHpwLzXOtjUrK5DtBEhl+wOKT4kangy1+0Ys6QLpSEov9LYZdgB3f61wPG+Mugbp131t3mAP06Q=="],
  [
    "yaml",
    "0.0.6",
    "yaml yml",
    "r/gVR+Tomr2eR8P7VoNW+L2brhQGjQC9IGOk6oAVEshN9b0/4molI3bvY309GnGVF0ZPTT5CmY32T8EtUJsPwA==",
  ],
];

export const LANGUAGES: readonly Language[] = [
  ...BUILT_IN.map(([name, engineName, extensions]) => ({ name, engineName, extensions: extensions.split(" ") })),
  ...PACKAGED.map(([name, version, extensions, hash]) => ({
    name,
    engineName: name,
    extensions: extensions.split(" "),
    grammar: { name: `@ast-grep/lang-${name}`, version, integrity: `sha512-${hash}`, battery: "ast", part: name },
  })),
];

/** One pattern fits all of these. */
const SCRIPTS: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript"]);

const ALIASES: Readonly<Record<string, string>> = {
  ...{ ts: "typescript", js: "javascript", jsx: "javascript", py: "python", rb: "ruby", rs: "rust", cs: "csharp" },
  ...{
    "c#": "csharp",
    "c++": "cpp",
    kt: "kotlin",
    sh: "bash",
    shell: "bash",
    golang: "go",
    yml: "yaml",
    md: "markdown",
  },
};

export function findLanguage(name: string): Language {
  const wanted = name.trim().toLowerCase();
  const language = LANGUAGES.find((each) => each.name === (ALIASES[wanted] ?? wanted));
  if (language) return language;
  throw new Error(`No grammar for ${name}. There are ${LANGUAGES.map((each) => each.name).join(", ")}.`);
}

export function languageOfFile(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return LANGUAGES.find(({ extensions }) => extensions.includes(extension));
}

/** Whether one pattern can be meant for files of both languages. */
export function isSameFamily(one: Language, other: Language): boolean {
  return one === other || (SCRIPTS.has(one.name) && SCRIPTS.has(other.name));
}
