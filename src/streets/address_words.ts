/** The words of an address in one spelling, and the kinds of word by which it is read. */
import { foldText } from "../domain/text.ts";
import { words } from "./import/car_speed.ts";

export interface Word {
  /** Folded, without abbreviation: `calle` of `C.`; a number, or a sign. */
  readonly word: string;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
}

/** Ways of writing that several characters tell, by the word that they stand for. */
const WRITTEN = {
  // Telephones and postal codes part as a comma does.
  ",": String.raw`(?:\+\d\d ?)?\d{3}[ -]\d{3}[ -]?\d\d[ -]?\d\d(?!\d)|[,()\n!?.]` +
    String.raw`|(?<![\p{L}\d])c\.? ?p(?!\p{L})\.?`,
  sn: String.raw`(?<![\p{L}\d])s ?[./] ?n(?!\p{L})\.?|sin n[uú]m(?:ero)?(?!\p{L})`,
  unidad: String.raw`(?<![\p{L}\d])u\.? ?h(?!\p{L})`,
  calle: String.raw`(?<=^|[\s,;(])c(?:[./]|(?= ?\d))`,
} as const;
const WORD = new RegExp(
  Object.entries(WRITTEN).map(([word, pattern]) => `(?<${word === "," ? "sign" : word}>${pattern})`)
    .join("|") +
    String.raw`|(?<=\d)(?<th>st|nd|rd|th)(?!\p{L})|\d+|(?<=\d)[a-w](?=x\d)` +
    String.raw`|\p{L}[\p{L}\p{M}'’]*|[&/@×#]|-(?!\p{L}(?!\p{L}))`,
  "giu",
);

/** A word, and other spellings of it, in names of the map too. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [
    "calle=calles,cll,cl,cle,street,st,str avenida=av,ave,avda,avenue bulevar=boulevard,blvd,blv",
    "colonia=col fraccionamiento=fracc,frac habitacional=hab unidad=unid residencial=resid",
    "ampliacion=amp,ampl jardines=jard,jds privada=priv cerrada=cda prolongacion=prol,prolong",
    "calzada=calz circuito=cto,circ periferico=perif francisco=fco hidalgo=hgo guadalupe=gpe",
    "general=gral licenciado=lic doctor=dr ingeniero=ing profesor=prof santa=sta santo=sto",
    "norte=nte oriente=ote poniente=pte yucatan=yuc mexico=mex,mx",
  ].join(" ").split(" ").flatMap((line) => {
    const [word, others] = line.split("=");
    return others!.split(",").map((other) => [other, word!] as const);
  }),
);

export function wordsOf(text: string): Word[] {
  let isShort = false;
  return text.matchAll(WORD).flatMap(({ 0: written, index: start, groups }) => {
    const [sign] = Object.entries(groups!).find(([, found]) => found !== undefined) ?? [];
    const isStop = written === "." && isShort;
    const folded = foldText(written);
    const word = sign === "sign" ? "," : sign ?? SPELLINGS.get(folded) ?? folded;
    isShort = word !== folded || HOUSE_MARKS.has(word) || /^\p{L}{1,4}$/u.test(folded);
    if (sign === "th" || isStop || word === "") return [];
    return [{ word, start, end: start + written.length }];
  }).toArray();
}

/** Words of a name that people leave out. */
export const LEFT_OUT = words(
  "de del la las los el anillo licenciado general doctor ingeniero profesor habitacional",
);
/** Words before or after a name that people exchange or leave out. */
export const KINDS: ReadonlyMap<string, string> = new Map([
  ...["calle", "avenida", "bulevar"].map((word) => [word, word] as const),
  ...["colonia", "fraccionamiento", "unidad", "barrio"].map((word) => [word, "colonia"] as const),
]);

/** What joins a street to the next; the first five also join the two of a block. */
export const AND = words("y e and & -");
export const JOINS = words(
  "y e and & - por x × entre esquina esq con cruza cruce cruzando cruzamiento cruzamientos " +
    "casi between btw corner at / @",
);
export const HOUSE_MARKS = words("# n no num numero number nro predio tablaje catastral");
/** What helps a courier: whole by itself, with a number or a letter, or with the words up to the next part. */
export type ReferenceKind = "alone" | "numbered" | "phrase";
export const REFERENCES: ReadonlyMap<string, ReferenceKind> = new Map([
  ...words("sn altos bajos arriba abajo upstairs downstairs esquinero").values()
    .map((word) => [word, "alone"] as const),
  ...words(
    "local piso casa casita letra lote manzana mz lt int interior ext exterior depto dpto dep " +
      "departamento edificio edif torre planta nivel suite apt apartment apartamento oficina " +
      "consultorio puerta timbre unit room floor house bodega modulo seccion somos",
  ).values().map((word) => [word, "numbered"] as const),
  ...words(
    "frente enfrente junto lado cuadra cerca atras detras contra espaldas espalda media mano " +
      "vuelta dentro parque park oxxo iglesia escuela tienda hotel condominio porton reja " +
      "fachada color pared barda cochera negocio taller farmacia hospital clinica mercado super " +
      "gasolinera banco restaurante ref referencia referencias tocar toca tocan preguntar " +
      "pregunta pegado pasando antes despues saliendo llegando next front near behind opposite " +
      "across gate door white black blue red green yellow by ruta hay descargar entrada caseta " +
      "afuera adentro ventana rejas zaguan arbol paradero nombre propina favor sigue " +
      "vigilancia guardia perro letrero toldo techo barandal malla palmera poste coche carro " +
      "primer segundo tercer primera segunda tercera ultima derecha izquierda acera tortilleria panaderia papeleria " +
      "ferreteria estetica carniceria lavanderia loncheria taqueria primaria secundaria prepa " +
      "kinder universidad capilla templo gimnasio gym",
  ).values().map((word) => [word, "phrase"] as const),
]);
/** They begin what may be a colonia or a town, which no words for the courier hide. */
export const AREA_SIGNS = words(
  "en in residencial ampliacion zona ciudad puerto villa villas jardines rumbo pueblo municipio",
);
/** Words that say nothing of the place. */
export const FILLERS = words(
  "rumbo a al de del el la las lo los le les en su mi me se es un una que para sobre esta " +
    "estoy vivo vivimos queda ubicado ubicada direccion domicilio hola buenas buenos buen " +
    "tardes dias dia noches noche gracias aqui ahi alla manda mandan mandar envia envian " +
    "enviar llevar llevan traer traen pueden puede recoger paso quiero envio entrega entregar " +
    "pedido pedidos tel cel telefono celular te yo soy disculpe puedes podria podrian ciudad " +
    "estado municipio localidad buen seria mando dejo doy vive ubicacion live we are i im m s " +
    "is our my the of on in to for hi hello please thanks it this delivery address",
);
/** What a number counts that is no street. */
export const COUNTED = words("pesos pedido pedidos personas pisos plantas hrs horas minutos");
export const STATES = words("yucatan");

export function isNumber(word = ""): boolean {
  return /^\d/.test(word);
}
