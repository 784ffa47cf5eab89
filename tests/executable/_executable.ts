const named = Deno.env.get("SOBREMESA");
if (named === undefined) throw new Error("SOBREMESA must name the executable to test");

/** The path of the executable under test. */
export const EXECUTABLE: string = named;
