/** How pictures of maps look, in a page and alone. Lengths are in the picture's own coordinates, 1600 from side to side. */
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
