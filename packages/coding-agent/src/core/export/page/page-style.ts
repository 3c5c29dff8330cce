export const pageStyle = `
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--background); color: var(--text); font: 15px/1.6 system-ui, sans-serif; display: grid; grid-template-columns: minmax(13rem, 19rem) minmax(0, 1fr); }
body.treeless { grid-template-columns: minmax(0, 1fr); }
body.treeless nav { display: none; }
header { grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; align-items: center; justify-content: space-between; padding: .55rem 1.2rem; background: var(--background); border-bottom: 1px solid var(--line); }
.title { min-width: 0; flex: 1 1 16rem; }
h1 { margin: 0; color: var(--accent); font-size: 1.05rem; line-height: 1.3; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.title p { margin: 0; color: var(--muted); font-size: .78rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.tools { display: flex; gap: .5rem; align-items: center; flex: 0 1 auto; min-width: 0; }
#count { color: var(--muted); font-size: .8rem; white-space: nowrap; }
input, button { font: inherit; font-size: .85rem; color: inherit; background: var(--code); border: 1px solid var(--line); border-radius: .4rem; padding: .25rem .6rem; min-width: 0; }
input { width: 13rem; flex: 1 1 6rem; }
button { cursor: pointer; white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
nav { position: sticky; top: 4rem; align-self: start; height: calc(100vh - 4rem); overflow: auto; padding: .8rem .6rem 2rem; font-size: .82rem; border-right: 1px solid var(--line); }
nav ol { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .15rem .5rem; color: var(--muted); text-decoration: none; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; border-left: 2px solid transparent; font-style: italic; }
nav a.shown { font-style: normal; border-left-color: var(--line); }
nav a.user { color: var(--text); font-weight: 600; }
nav a:hover { border-left-color: var(--accent); color: var(--text); }
main { width: 100%; max-width: 56rem; margin: 0 auto; padding: .6rem 1.4rem 5rem; min-width: 0; }
article { scroll-margin-top: 4.5rem; content-visibility: auto; contain-intrinsic-size: auto 6rem; }
section { margin: 1rem 0; }
section.user { background: var(--user); border-radius: .6rem; padding: .7rem 1rem; border-left: 3px solid var(--accent); }
section.user pre { font: inherit; }
section.note { color: var(--muted); font-size: .85rem; }
section.error { background: var(--error); border-radius: .5rem; padding: .5rem .8rem; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.text > :first-child { margin-top: 0; } .text > :last-child { margin-bottom: 0; }
.text p, .text ul, .text ol, .text blockquote, .text table { margin: .6rem 0; overflow-wrap: anywhere; }
.text p { white-space: pre-line; }
.text li > p { margin: 0; }
.text ul, .text ol { padding-left: 1.5rem; }
.text h2, .text h3, .text h4, .text h5, .text h6 { margin: 1.1rem 0 .4rem; color: var(--heading); font-size: 1.02rem; line-height: 1.35; }
.text h2 { font-size: 1.2rem; } .text h3 { font-size: 1.1rem; }
.text pre { position: relative; background: var(--code); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; margin: .7rem 0; overflow: auto; }
.text pre[data-language]::after { content: attr(data-language); position: absolute; top: .25rem; right: .6rem; color: var(--muted); font-size: .7rem; }
.text code { font: .92em ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--code); border-radius: .25rem; padding: .05rem .3rem; }
.text pre code { background: none; padding: 0; font: inherit; }
.text blockquote { margin-left: 0; padding-left: .9rem; border-left: 3px solid var(--line); color: var(--muted); }
.text hr { border: 0; border-top: 1px solid var(--line); }
.text a { color: var(--link); }
.text li.task { list-style: none; margin-left: -1.2rem; }
.text .wide { overflow: auto; margin: .7rem 0; }
.text .wide pre { margin: 0; }
.text pre.diagram { white-space: pre; overflow: visible; width: max-content; min-width: 100%; line-height: 1.25; }
.math { font-size: 1.05em; }
table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; } .center { text-align: center; } .right { text-align: right; }
details, div.tool { margin: .35rem 0; border: 1px solid var(--line); border-radius: .5rem; background: var(--tool); font-size: .88rem; }
details.thinking, details.note { background: none; border-style: dashed; color: var(--muted); }
details.tool.error, div.tool.error { background: var(--error); }
summary, div.tool { padding: .3rem .8rem; overflow-wrap: anywhere; }
summary { cursor: pointer; }
details.tool:not([open]) > summary { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
summary code, div.tool code { font: .95em ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.thinking summary b, .note summary b { font-weight: 500; }
.remark { color: var(--muted); margin-left: .3rem; }
details > pre, details > .text { padding: .5rem .8rem .7rem; border-top: 1px solid var(--line); }
details > img { padding: .5rem .8rem; }
pre.diff { padding: .3rem 0; }
pre.diff > * { display: block; padding: 0 .8rem 0 5rem; position: relative; text-decoration: none; min-height: 1.55em; }
pre.diff > ::before { content: attr(data-n); position: absolute; left: 0; width: 3rem; text-align: right; color: var(--muted); user-select: none; }
pre.diff > ::after { content: attr(data-sign) / ""; position: absolute; left: 3.7rem; top: 0; color: var(--muted); }
pre.diff > ins { background: var(--added-bg); } pre.diff > ins::after { color: var(--added); }
pre.diff > del { background: var(--removed-bg); } pre.diff > del::after { color: var(--removed); }
.bold { font-weight: 600; } .italic { font-style: italic; } .underline { text-decoration: underline; } .strike { text-decoration: line-through; }
.inverse { background: var(--text); color: var(--background); }
img { max-width: 100%; height: auto; border-radius: .5rem; }
mark { background: var(--heading); color: var(--background); border-radius: .15rem; }
[hidden] { display: none; }
@media (max-width: 49.9rem) {
  body { display: block; }
  html { scroll-padding-top: 6.5rem; }
  header { padding: .5rem .8rem; }
  .title { flex-basis: 100%; } .tools { flex: 1 1 100%; }
  nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: .4rem .8rem 4rem; }
  pre.diff > * { padding-left: 4rem; } pre.diff > ::before { width: 2.3rem; } pre.diff > ::after { left: 2.8rem; }
}
@media print { .tools, nav { display: none; } body { display: block; } }
`;
