/** The style of map pictures. Lengths are in the picture's coordinates, 1600 from side to side. */
export const MAP_STYLES = `
.map {
  --land: #e7dfd0; --street: #fffdf8; --road: #ffffff; --avenue: #f9dfa9; --edging: #fffdf9; --way: #a8431d;
  --letters: #5a4d41; --strong: #2a211b;
  width: 100%; height: auto; overflow: hidden; font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
@media (prefers-color-scheme: dark) {
  .map {
    --land: #171310; --street: #3a322b; --road: #4a4037; --avenue: #66532f; --edging: #171310; --way: #f5a27c;
    --letters: #d2c5b6; --strong: #fff6ec;
  }
}
.map path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.map-land { fill: var(--land); }
.map-alley { stroke: var(--street); stroke-width: 7; }
.map-street { stroke: var(--street); stroke-width: 14; }
.map-road { stroke: var(--road); stroke-width: 22; }
.map-avenue { stroke: var(--avenue); stroke-width: 26; }
.map-middle .map-alley { stroke-width: 4; }
.map-middle .map-street { stroke-width: 8; }
.map-middle .map-road { stroke-width: 15; }
.map-middle .map-avenue { stroke-width: 19; }
.map-far .map-alley { stroke-width: 2; }
.map-far .map-street { stroke-width: 5; }
.map-far .map-road { stroke-width: 10; }
.map-far .map-avenue { stroke-width: 14; }
.map-edging { stroke: var(--edging); stroke-width: 32; }
.map-route { stroke: var(--way); stroke-width: 20; }
.map-walk { stroke: var(--way); stroke-width: 10; stroke-dasharray: 1 20; }
.map-start { fill: var(--edging); stroke: var(--way); stroke-width: 16; }
.map .map-pin { fill: var(--way); stroke: var(--edging); stroke-width: 8; }
.map-pin-eye { fill: var(--edging); }
.map text { paint-order: stroke; stroke: var(--land); stroke-width: 12; stroke-linejoin: round; }
.map-name { fill: var(--letters); font-size: 54px; }
.map-end { fill: var(--strong); font-size: 60px; font-weight: 650; }
.map-credit { fill: var(--letters); font-size: 46px; }
.map-scale { stroke: var(--letters); stroke-width: 5; }
@media (min-width: 34rem) {
  .map-name { font-size: 38px; }
  .map-end { font-size: 42px; }
  .map-credit { font-size: 30px; }
}
`;

/** The style sheet, inline in every page, so that it arrives with the first bytes on a slow network. */
export const STYLES = `
:root {
  color-scheme: light dark;
  --paper: #f6f1e8; --card: #fffdf9; --ink: #2a211b; --soft: #65584c; --line: #e2d8c8;
  --accent: #9a3f1d; --notice: #fdf0d5; --notice-ink: #5a3c00;
  --button: #0b6b46; --button-ink: #ffffff; --focus: #1d4ed8; --wrong: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #191512; --card: #221d19; --ink: #f3ebe1; --soft: #bcae9f; --line: #3b332c;
    --accent: #f0a583; --notice: #3a2d12; --notice-ink: #f7dfa8;
    --button: #43c987; --button-ink: #06281a; --focus: #93b4ff; --wrong: #ffb4ab;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 42rem; padding: 0 1.25rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
h1, h2, .brand { font-family: "Iowan Old Style", Palatino, Georgia, "Times New Roman", serif; }
h1 { margin: 0 0 .35rem; font-size: 1.75rem; line-height: 1.2; font-weight: 600; }
h2 { margin: 0 0 .5rem; font-size: 1.2rem; line-height: 1.3; font-weight: 600; }
p { margin: 0 0 .75rem; }
small { color: var(--soft); font-size: .9rem; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; border-radius: .5rem; }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: center; justify-content: space-between; padding: 1rem 0 .5rem; }
header::before {
  content: ""; position: absolute; inset: 0 0 auto; height: 10px; pointer-events: none;
  background: conic-gradient(from -45deg at 50% 100%, var(--accent) 90deg, transparent 0) 0 0 / 20px 10px;
  opacity: .75;
}
.brand { display: inline-flex; align-items: center; min-height: 44px; font-size: 1.2rem; font-weight: 600; text-decoration: none; }
.language { display: inline-flex; margin-inline-start: auto; align-items: center; min-height: 44px; min-width: 44px; padding: 0 .25rem; }
.sample {
  margin: 1.25rem 0 -.75rem; padding: .4rem 1rem; border-radius: .75rem; background: var(--notice); color: var(--notice-ink);
  font-size: .9rem;
}
.sample strong { letter-spacing: .08em; }
.lead { margin-bottom: .35rem; color: var(--soft); text-wrap: pretty; }
.expired { color: var(--accent); }
.notice { padding: .75rem 1rem; border-radius: .75rem; background: var(--notice); color: var(--notice-ink); }
section {
  margin: 1rem 0; padding: 1rem min(1.25rem, 6vw); border: 1px solid var(--line); border-radius: 1rem; background: var(--card);
}
table { width: 100%; border-collapse: collapse; }
th, td { padding: .6rem 0; vertical-align: top; text-align: start; font-weight: 400; }
tr + tr > *, tfoot > tr > * { border-top: 1px solid var(--line); }
td:last-child { padding-inline-start: .75rem; text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
th small { display: block; }
.quantity { width: 1px; padding-inline-end: .75rem; color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
dl { margin: 0; }
dt { color: var(--soft); font-size: .9rem; }
dd { margin: 0 0 .75rem; }
dd small { display: block; }
.facts { display: flex; flex-wrap: wrap; gap: 0 2rem; padding-top: .75rem; border-top: 1px solid var(--line); }
.facts dd { margin: 0; font-weight: 600; }
.said { margin-bottom: .75rem; white-space: pre-wrap; }
:is(section, section form) > :last-child { margin-bottom: 0; }
.route { margin: 0 max(-1.25rem, -6vw) 1rem; border-block: 1px solid var(--line); }
.route > * { display: block; }
${MAP_STYLES}.confirm {
  margin: 1.5rem -1.25rem 0; padding-bottom: max(1rem, env(safe-area-inset-bottom));
  border-width: 1px 0 0; border-radius: 1.25rem 1.25rem 0 0;
}
.total { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; justify-content: space-between; margin: 0 0 .75rem; }
.total strong { font-size: 1.5rem; font-variant-numeric: tabular-nums; }
abbr { text-decoration: none; font-size: .9rem; font-weight: 400; }
.send {
  display: flex; align-items: center; justify-content: center; min-height: 52px; padding: .6rem 1.25rem; border-radius: .85rem;
  background: var(--button); color: var(--button-ink); font-weight: 600; text-align: center; text-decoration: none;
}
pre { margin: 0 0 .75rem; padding: .75rem 1rem; border-radius: .75rem; background: var(--paper); white-space: pre-wrap; }
code { font: .9em ui-monospace, "Cascadia Mono", Menlo, monospace; }
dt code { color: var(--ink); font-weight: 600; }
h3 { margin: 1rem 0 .5rem; font-size: 1rem; }
.row { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.links + p { margin-top: .75rem; }
.actions { display: grid; margin-top: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)); gap: .75rem; }
.quiet { background: var(--card); color: var(--accent); border: 1px solid var(--line); }
.hours .today > * { font-weight: 650; }
.hours th small { display: inline; }
.hours td { white-space: normal; overflow-wrap: normal; }
.sections {
  position: sticky; top: 0; z-index: 1; display: flex; gap: .25rem 1rem; overflow-x: auto; margin: 0 -1.25rem; padding: 0 1.25rem;
  background: var(--paper); border-bottom: 1px solid var(--line);
}
.sections a { display: inline-flex; align-items: center; min-height: 44px; white-space: nowrap; }
.menu h2 { scroll-margin-top: 60px; }
.menu h3 { margin: 0; }
.menu article { margin: 0 0 1rem; break-inside: avoid; }
.menu p { margin: 0; color: var(--soft); font-size: .95rem; }
.price-line { display: flex; gap: 1rem; align-items: baseline; justify-content: space-between; }
.price { font-weight: 600; font-variant-numeric: tabular-nums; color: var(--ink); white-space: nowrap; }
.mark { padding: 0 .4rem; border: 1px solid var(--line); border-radius: .5rem; color: var(--accent); font-weight: 400; }
.sold-out .price { text-decoration: line-through; color: var(--soft); }
form { margin: 0; }
input, textarea, button { font: inherit; color: inherit; }
.field { flex: 1 1 9rem; min-width: 0; margin-bottom: .75rem; }
.field label { display: block; }
.field label small { display: block; }
:is(.field input, textarea) {
  width: 100%; min-height: 48px; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .6rem; background: var(--paper);
}
.field [aria-invalid] { border: 2px solid var(--wrong); }
.field :focus-visible { outline-offset: 0; }
.wrong { margin: .35rem 0 .75rem; color: var(--wrong); font-weight: 600; }
.fields { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: end; }
.fields .send { flex: 1 1 9rem; margin-bottom: .75rem; min-height: 48px; }
.choices {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(4.5rem, 1fr)); gap: .5rem; margin: 0 0 1rem; padding: 0; border: 0;
}
fieldset.choices { grid-template-columns: repeat(auto-fill, minmax(5rem, 1fr)); }
.choices small { flex-basis: 100%; text-align: center; }
.choices legend { padding: 0 0 .35rem; color: var(--soft); font-size: .9rem; }
.choices > :not(legend) {
  display: flex; flex-wrap: wrap; gap: 0 .35rem; place-content: center; align-items: center; min-height: 52px; padding: .35rem;
  border: 1px solid var(--line); border-radius: .75rem; background: var(--card); line-height: 1.2; cursor: pointer;
}
.choices :disabled { color: var(--soft); background: none; cursor: default; }
.choices > :is([aria-current], :has(:checked)) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 650; }
input:is([type="radio"], [type="checkbox"]) { width: 1.15rem; height: 1.15rem; margin: 0; accent-color: var(--accent); }
.check { display: flex; gap: .75rem; align-items: center; min-height: 48px; margin-bottom: .75rem; }
button.send { width: 100%; border: 0; cursor: pointer; }
button.quiet { border: 1px solid var(--line); }
.folio { font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; letter-spacing: .04em; }
.links { margin: 0; padding: 0; list-style: none; }
.links a { display: flex; align-items: center; min-height: 44px; padding: .4rem 0; }
@media (min-height: 30rem) {
  .confirm { position: sticky; bottom: 0; box-shadow: 0 -.25rem 1.5rem rgb(0 0 0 / .12); }
}
@media (min-width: 44rem) {
  body { padding-bottom: 2rem; }
  .confirm { display: flex; gap: 2rem; align-items: center; margin: 1rem 0 0; border-width: 1px; border-radius: 1rem;
    bottom: 1rem; box-shadow: 0 1.25rem 0 var(--paper), 0 -.25rem 1.5rem rgb(0 0 0 / .12);
  }
  .confirm .total { flex: 1; margin: 0; }
}
@media print {
  @page { size: A4; margin: 11mm; }
  :root { font-size: 12px; }
  body { max-width: none; padding: 0; line-height: 1.25; }
  h2 { break-after: avoid; }
  .sections, .actions { display: none; }
  .menu { columns: 3; column-gap: 1.5rem; }
  .menu section { margin: 0 0 .5rem; padding: 0; border: 0; }
  .menu article { margin-bottom: .35rem; }
  .confirm { position: static; box-shadow: none; }
  .send, .language { display: none; }
}
`;
