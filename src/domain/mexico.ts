/** Where Mexico lies, and what its states' clocks show. */
import type { LatLng } from "./location.ts";
import { skeleton } from "./text.ts";

/** Whether the point lies in the box around Mexico. */
export function isInMexico({ lat, lng }: LatLng): boolean {
  return lat >= 14.4 && lat <= 32.8 && lng >= -118.5 && lng <= -86.6;
}

/** The point in Mexico that was probably meant where latitude and longitude were swapped or the minus sign was lost; null for none. */
export function pointMeant({ lat, lng }: LatLng): LatLng | null {
  const candidates = [[lat, lng], [lng, lat]].map(([a = 0, b = 0]) => ({
    lat: Math.abs(a),
    lng: -Math.abs(b),
  }));
  return candidates.find(isInMexico) ?? null;
}

/** The zone of most of each state: some municipalities keep a neighbour's. Other states keep Mexico City's. */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  "America/Merida": ["Yucatán", "Campeche"],
  "America/Cancun": ["Quintana Roo"],
  "America/Monterrey": ["Nuevo León", "Coahuila", "Tamaulipas", "Durango"],
  "America/Chihuahua": ["Chihuahua"],
  "America/Hermosillo": ["Sonora"],
  "America/Mazatlan": ["Sinaloa", "Nayarit", "Baja California Sur"],
  "America/Tijuana": ["Baja California"],
  "America/Mexico_City": [
    ...["Aguascalientes", "Chiapas", "Ciudad de México", "Colima", "Guanajuato", "Guerrero"],
    ...["Hidalgo", "Jalisco", "Estado de México", "Michoacán", "Morelos", "Oaxaca", "Puebla"],
    ...["Querétaro", "San Luis Potosí", "Tabasco", "Tlaxcala", "Veracruz", "Zacatecas"],
  ],
};

/** The 32 states, by name. */
export const STATES: readonly string[] = Object.values(ZONES).flat();

/** The IANA time zone of most of `state`, accents and capitals aside; null where there is no such state. */
export function zoneOfState(state: string): string | null {
  const wanted = skeleton(state);
  const zones = Object.entries(ZONES);
  return zones.find(([, states]) => states.some((one) => skeleton(one) === wanted))?.[0] ?? null;
}
