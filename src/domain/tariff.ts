/** What delivery costs. Amounts are centavos, VAT included. */
export interface Tariff {
  /** Kilometres that the base price covers. */
  readonly baseKm: number;
  readonly baseCents: number;
  readonly extraKmCents: number;
  /** Route kilometres beyond which nothing is delivered. */
  readonly maxRadiusKm: number;
}

/** Minutes the kitchen needs for an order to go, from and to. */
export interface KitchenMinutes {
  readonly min: number;
  readonly max: number;
}
