/** The fields of answers that the suite reads. */

export interface Info {
  readonly nombre: string;
  readonly ahora: {
    readonly dia: string;
    readonly dia_semana: string;
    readonly hora: string;
    readonly abierto: boolean;
    readonly cocina_abierta: boolean;
    readonly cocina_cierra: string | null;
  };
  readonly envio: Tariff;
  readonly preguntas_frecuentes: readonly { pregunta: string; respuesta: string }[];
  /** Present if the restaurant is the sample. */
  readonly muestra?: true;
}

export interface Tariff {
  readonly base_km: number;
  readonly base_costo: number;
  readonly costo_km_extra: number;
  readonly radio_maximo_km: number;
}

export interface Menu {
  readonly restaurante: string;
  readonly total_platillos: number;
  readonly secciones: readonly { nombre: string; platillos: readonly Dish[] }[];
  readonly adiciones: readonly { id: string; nombre: string; precio: number }[];
}

export interface Dish {
  readonly id: string;
  readonly nombre: string;
  readonly descripcion: string;
  readonly presentaciones: readonly { id: string; etiqueta: string | null; precio: number }[];
}

export interface Availability {
  readonly zona: string;
  readonly calculado: string;
  readonly reservas_activas: boolean;
  readonly paso_minutos: number;
  readonly margen_minutos: number;
  readonly dias: readonly AvailableDay[];
}

export interface AvailableDay {
  readonly dia: string;
  readonly dia_semana: string;
  readonly abre: boolean;
  readonly local: { readonly abre: string; readonly cierra: string } | null;
  readonly cocina_cierra: string | null;
  readonly horas_reservables: readonly string[];
}

export interface Quote {
  readonly cubierto: boolean;
  readonly cotizado: boolean;
  readonly km: number | null;
  readonly costo: number | null;
  readonly entrega_min: number | null;
  readonly entrega_max: number | null;
  readonly calle: string | null;
  readonly metros_a_calle: number | null;
}

export interface Draft {
  readonly confirmar_en: string;
  readonly expira_en_minutos: number;
  readonly total: number;
  readonly costo_envio: number | null;
  readonly ignorados: readonly string[];
}

export interface Reservation {
  readonly folio: string;
  readonly status: string;
  readonly reservation: {
    readonly date: string;
    readonly time: string;
    readonly party_size: number;
  };
  readonly whatsapp: string;
  readonly repetida?: true;
  readonly ignorados: readonly string[];
}
