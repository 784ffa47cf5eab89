/** Days and times of the restaurant. */
import type { Api } from "./api.ts";
import type { Availability } from "./shapes.ts";

export function plusDays(day: string, count: number): string {
  return Temporal.PlainDate.from(day).add({ days: count }).toString();
}

/** The restaurant's current date. */
export async function today(api: Api): Promise<string> {
  const { body } = await api.get<Availability>("/api/disponibilidad?dias=1");
  return body.calculado.slice(0, 10);
}

/** Runs `check` with the restaurant's date, again if midnight passed meanwhile. */
export function withinOneDay(
  check: (api: Api, today: string) => Promise<void>,
): (api: Api) => Promise<void> {
  return async (api) => {
    const before = await today(api);
    try {
      await check(api, before);
    } catch (error) {
      const after = await today(api);
      if (after === before) throw error;
      await check(api, after);
    }
  };
}
