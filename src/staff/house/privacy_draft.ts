/** A draft of the privacy notice, which its owner reads and changes before it is published. */
import { shownPhone } from "../../domain/contact.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { delivers } from "../../domain/tariff.ts";

/** Says what this service keeps, and for how long. */
export function privacyDraft(restaurant: Restaurant, retentionDays: number): string {
  const { name, address, phone } = restaurant;
  const dialled = phone === null ? "" : shownPhone(phone);
  const order = delivers(restaurant)
    ? "Para un pedido: lo que pides y, si te lo llevamos, la dirección, las referencias y el punto del mapa."
    : "Para un pedido: lo que pides.";
  return [
    `${name}, con domicilio en ${address} y teléfono ${dialled}, es responsable de los datos personales que nos das, conforme a la Ley Federal de Protección de Datos Personales en Posesión de los Particulares.`,
    `QUÉ DATOS. Para una reservación: nombre, teléfono, día, hora, número de personas, si es un cumpleaños y lo que quieras comentar. También lo que nuestro personal anota para atenderte y, por tu teléfono, tus visitas de antes y si faltaste. ${order} Una alergia u otra cosa de tu salud es un dato sensible: si la escribes, aceptas que la usemos para atenderte; no hace falta que la escribas para reservar.`,
    `PARA QUÉ. Para guardarte la mesa, preparar y entregar lo que pides, avisarte si algo cambia y contestarte. No los usamos para publicidad.`,
    `CON QUIÉN. No los damos a nadie, salvo a una autoridad que los pida conforme a la ley. Lo que nos escribes por WhatsApp pasa por ese servicio, que tiene su propio aviso. Los datos de una reservación se borran ${retentionDays} días después de su fecha, y un tiempo más tarde de las copias de respaldo.`,
    `TUS DERECHOS. Puedes saber qué datos tuyos tenemos, corregirlos, pedir que los borremos u oponerte a que los usemos (derechos ARCO), limitar su uso y retirar tu consentimiento: llámanos o escríbenos al ${dialled}, o ven a ${address}, y dinos tu nombre y el teléfono con que reservaste. Te contestamos en 20 días hábiles cuando más. Si no quedas conforme, puedes acudir a la Secretaría Anticorrupción y Buen Gobierno.`,
    `CAMBIOS. Si este aviso cambia, lo nuevo se publica en esta misma página.`,
  ].join("\n\n");
}
