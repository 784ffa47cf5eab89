/** The price of delivery. Amounts are centavos, VAT included. */
import { haversineKm, type LatLng, pointMeant } from "./location.ts";

export interface Tariff {
  readonly baseKm: number;
  readonly baseCents: number;
  readonly extraKmCents: number;
  /** Route kilometres beyond which nothing is delivered; 0 if nothing is delivered at all. */
  readonly maxRadiusKm: number;
  /** Present if no delivery has a firm price: each is quoted on WhatsApp. */
  readonly unpriced?: true;
}

/** A restaurant where it delivers. */
interface DeliveryArea {
  readonly tariff: Tariff;
  readonly location: LatLng;
}

export const NO_DELIVERY: Tariff = { baseKm: 0, baseCents: 0, extraKmCents: 0, maxRadiusKm: 0 };

export function delivers({ tariff }: { readonly tariff: Tariff }): boolean {
  return tariff.maxRadiusKm > 0;
}

/** Whether the point is within the radius in a straight line. */
export function isNear({ tariff, location }: DeliveryArea, point: LatLng): boolean {
  return isCovered(tariff, haversineKm(location, point));
}

/** The place within the radius that a wrong `pin` was meant for; null if it is there, or no correction leads there. */
export function correctedPin(pin: LatLng, area: DeliveryArea): ReturnType<typeof pointMeant> {
  return isNear(area, pin) ? null : pointMeant(pin, (point) => isNear(area, point));
}

export interface KitchenMinutes {
  readonly min: number;
  readonly max: number;
}

const MINUTES_STEP = 5;

/** Route kilometres as they are published and priced: rounded to 0.1, halves up. `meters` is not negative. */
export function routeKm(meters: number): number {
  // A sum of street lengths may miss 3250 by a billionth, so it is rounded to millimetres first.
  return Math.round(Math.round(meters * 1000) / 100_000) / 10;
}

/** The price: the base, and each kilometre beyond those it covers. @param km as {@linkcode routeKm} rounds it */
export function deliveryPriceCents(tariff: Tariff, km: number): number {
  const extraMeters = Math.max(0, Math.round(km * 1000) - Math.round(tariff.baseKm * 1000));
  return tariff.baseCents + Math.floor((tariff.extraKmCents * extraMeters + 500) / 1000);
}

export function isCovered(tariff: Tariff, km: number): boolean {
  return delivers({ tariff }) && km <= tariff.maxRadiusKm;
}

/** Minutes from order to door, kitchen included, rounded up to fives. */
export function deliveryMinutes(kitchen: KitchenMinutes, drivingSeconds: number): KitchenMinutes {
  const driving = Math.round(drivingSeconds * 1000) / 60_000;
  const upToStep = (minutes: number) => Math.ceil(minutes / MINUTES_STEP) * MINUTES_STEP;
  return { min: upToStep(kitchen.min + driving), max: upToStep(kitchen.max + driving) };
}
