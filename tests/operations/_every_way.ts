import type { Ways } from "./_ways.ts";
import { WAYS_OF_DRAFTS } from "./_ways_of_drafts.ts";
import { WAYS_OF_READS } from "./_ways_of_reads.ts";
import { WAYS_OF_RESERVATIONS } from "./_ways_of_reservations.ts";

/** The one table of refusals: operations/, mcp/ and contract/ go its ways. */
export const WAYS: Ways = { ...WAYS_OF_READS, ...WAYS_OF_DRAFTS, ...WAYS_OF_RESERVATIONS };
