/** Runs in the reader's browser: which branch is shown, the search, folding and the appearance. It asks nobody for anything. */
export const pageScript = `
"use strict";
const articles = [...document.querySelectorAll("main article")];
const links = [...document.querySelectorAll("nav a")];
const byId = new Map(articles.map((article) => [article.id, article]));
const search = document.getElementById("search");
const count = document.getElementById("count");

function show(leaf) {
  const path = new Set();
  for (let id = leaf; id && byId.has(id) && !path.has(id); id = byId.get(id).dataset.parent) path.add(id);
  for (const article of articles) article.hidden = !path.has(article.id);
  for (const link of links) link.classList.toggle("shown", path.has(link.hash.slice(1)));
}

/** The end of the branch that the entry lies on: always the newest child. */
function leafOf(id) {
  for (;;) {
    const next = articles.filter((article) => article.dataset.parent === id).at(-1);
    if (!next) return id;
    id = next.id;
  }
}

function find(text) {
  const wanted = text.trim().toLowerCase();
  let found = 0;
  for (const link of links) {
    const article = byId.get(link.hash.slice(1));
    const hit = wanted === "" || article.textContent.toLowerCase().includes(wanted);
    link.parentElement.hidden = !hit;
    article.classList.toggle("hit", wanted !== "" && hit);
    if (wanted !== "" && hit) {
      found++;
      for (const part of article.querySelectorAll("details"))
        if (part.textContent.toLowerCase().includes(wanted)) part.open = true;
    }
  }
  count.textContent = wanted === "" ? "" : found + " found";
}

for (const link of links)
  link.addEventListener("click", () => {
    const id = link.hash.slice(1);
    if (byId.get(id).hidden) show(leafOf(id));
  });
search.addEventListener("input", () => find(search.value));
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== search) {
    event.preventDefault();
    search.focus();
  }
});
let open = false;
document.getElementById("fold").addEventListener("click", () => {
  open = !open;
  for (const part of document.querySelectorAll("details")) part.open = open;
});
document.getElementById("theme").addEventListener("click", () => {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "dark" ? "light" : "dark";
});
show(document.body.dataset.leaf);
`;
