/** What a form of the board asks to be done to a reservation. */
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { StaffDeps } from "../../ports.ts";
import type { StaffAct } from "../route.ts";

/** One reservation, one act. */
export interface ReservationAct {
  readonly deps: StaffDeps;
  readonly act: StaffAct;
  readonly reservation: Reservation;
  /** The version that the form was made for; 0 where it says none. */
  readonly version: number;
  /** Where to go on to. */
  readonly back: string;
}

/** 0, which no version is, where `text` is none. */
export function readVersion(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

/** What is said of a button that no page has. */
export const UNKNOWN_ACTION = {
  status: 422,
  title: "No se hizo nada",
  text: "Ese botón no existe. Vuelve a abrir el tablero e inténtalo otra vez.",
};
