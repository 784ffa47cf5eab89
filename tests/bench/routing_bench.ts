/**
 * The built-in router on a made-up town of about 150,000 directed edges: the cost of a quote and of the start.
 * Aims: a quote under 20 microseconds at the median, the tree under 150 ms, a picture under 5 ms.
 */
import { mainNetworkWork } from "../../src/routing/main_network.ts";
import { streetRoutes } from "../../src/routing/built_in_planner.ts";
import { OSM_CREDIT, routePicture } from "../../src/routing/picture/route_picture.ts";
import { treeWork } from "../../src/routing/shortest_path_tree.ts";
import { edgeCount, finished } from "../../src/routing/street_graph.ts";
import { streetIndex } from "../../src/routing/street_index.ts";
import { TOWN_CENTER, townGraph, townPoints } from "../routing/_town.ts";

const graph = townGraph(194);
const label = `${edgeCount(graph).toLocaleString("en")} edges`;
const { plan: route } = streetRoutes(graph, TOWN_CENTER);
const points = townPoints(194, 1 << 14);
const origins = streetIndex(graph).nearest(TOWN_CENTER, 200);
let turn = 0;

Deno.bench(`quote: snap the point and read the tree, ${label}`, () => {
  route(points[turn++ & (points.length - 1)]!);
});

const index = streetIndex(graph);
const picture = {
  graph,
  index,
  routes: streetRoutes(graph, TOWN_CENTER, { index }),
  credit: OSM_CREDIT,
};
/** Within 4 km of the restaurant, as deliveries go. */
const doors = townPoints(80, 1 << 10);

Deno.bench(`picture of a route: streets, names, marks, ${label}`, () => {
  routePicture(picture, doors[turn++ & (doors.length - 1)]!, "es");
});

Deno.bench(`start: shortest-path tree, ${label}`, { n: 20 }, () => {
  finished(treeWork(graph, origins));
});

Deno.bench(`start: index of streets, ${label}`, { n: 10 }, () => {
  streetIndex(graph);
});

Deno.bench(`start: main network, ${label}`, { n: 10 }, () => {
  finished(mainNetworkWork(graph));
});

Deno.bench(`start: all of it, ${label}`, { n: 10 }, () => {
  streetRoutes(graph, TOWN_CENTER);
});
