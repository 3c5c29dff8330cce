const BLOCK = /(<!-- generated: (\S+) -->\n)[\s\S]*?(<!-- end of \2 -->)/g;
const MARK = /<!-- generated: (\S+) -->/g;

/** Puts each table between the two comments that name it. A mark without an end, or an unknown name, is an error. */
export function fillPage(page: string, tables: ReadonlyMap<string, string>): string {
  const filled: string[] = [];
  const text = page.replace(BLOCK, (_, start: string, name: string, end: string) => {
    const table = tables.get(name);
    if (table === undefined)
      throw new Error(`There is no generated table "${name}". There are: ${[...tables.keys()].join(", ")}.`);
    filled.push(name);
    return `${start}\n${table}\n\n${end}`;
  });
  for (const [, name = ""] of page.matchAll(MARK))
    if (!filled.includes(name)) throw new Error(`The table "${name}" lacks its end: <!-- end of ${name} -->.`);
  return text;
}
