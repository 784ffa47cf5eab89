/**
 * What one element may hold, far beyond any in OpenStreetMap (its server allows 2,000 nodes in a way and 32,000 members
 * in a relation), so that a damaged or hostile file of a few kilobytes cannot ask for gigabytes.
 *
 * @module
 */

/** Nodes of a way, or members of a relation. */
export const MOST_PARTS = 1_000_000;

/** Tags of an element. */
export const MOST_TAGS = 65_536;
