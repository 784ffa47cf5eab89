/** Centavos as the menu prints them: `$1,234.50`. */
export function formatMoney(cents: number): string {
  const pesos = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `$${pesos}.${String(cents % 100).padStart(2, "0")}`;
}
