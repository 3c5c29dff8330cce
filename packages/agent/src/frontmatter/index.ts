export { type Frontmatter, readFrontmatter, stripFrontmatter } from "./frontmatter.ts";
