/** Maps on the disk: made by `sobremesa map import`, read when the service starts. */
export { loadMap, mapFrom } from "./map_file/load_map.ts";
export {
  ATTRIBUTION,
  boxOf,
  MapFileError,
  type MapInfo,
  type StreetMap,
} from "./map_file/street_map.ts";
export { mapBytes, writeMap } from "./map_file/write_map.ts";
