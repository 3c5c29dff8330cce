/** The style of the page, for light and dark screens of any width. */
export const STYLE = `
:root { --ground: #fff; --ink: #1b1f24; --faint: #57606a; --line: #d0d7de; --bar: #0a66c2; --panel: #f6f8fa; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d1117; --ink: #e6edf3; --faint: #9aa4af; --line: #30363d; --bar: #58a6ff; --panel: #161b22; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: 0.5rem; margin: 0; }
.facts div { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem 0.75rem; }
dt { color: var(--faint); font-size: 0.85rem; }
dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
figure { margin: 0; }
.wide { overflow-x: auto; }
.wide:focus-visible { outline: 2px solid var(--bar); }
svg { display: block; width: 100%; height: auto; }
.bar { fill: var(--bar); }
.day { fill: transparent; }
g:hover .day { fill: var(--panel); }
.axis { stroke: var(--line); }
svg text { fill: var(--faint); font-size: 11px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
thead th { color: var(--faint); font-weight: 600; font-size: 0.85rem; }
th:first-child { text-align: left; font-weight: normal; white-space: normal; overflow-wrap: anywhere; min-width: 10rem; }
thead th:first-child { font-weight: 600; }
summary { cursor: pointer; color: var(--faint); padding: 0.25rem 0; }
code { overflow-wrap: anywhere; }
`;
