/** Splits an address into words in one spelling, and says what kinds of word there are. */
import { foldText } from "../domain/text.ts";
import { words } from "./words.ts";

export interface Word {
  /** Folded, and written out: `calle` for `C.`; a number, or a sign. */
  readonly word: string;
  /** Whether it is written with a capital, in a text where not all or none are. */
  readonly isCapital: boolean;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
}

const UNITS = "uno dos tres cuatro cinco seis siete ocho nueve".split(" ");
const TENS = "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const FROM_TEN = "diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve";

/** Numbers from ten on in words; smaller ones are in names of colonias, and count things. */
const SPELT: ReadonlyMap<string, string> = new Map(
  [
    ...FROM_TEN.split(" "),
    ...TENS.flatMap((ten) => {
      const before = ten === "veinte" ? "veinti" : `${ten} y `;
      return [ten, ...UNITS.map((unit) => before + unit)];
    }),
  ].map((word, i) => [word, `${10 + i}`]),
);

const UNDER_100 = [...SPELT.keys(), ...UNITS].sort((a, b) => b.length - a.length).join("|");
const MONTHS = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep|octubre|noviembre|dic";
const DATE = String.raw`el \d+ de (?:${MONTHS})\p{L}*`;
/** What closes a message, or asks when it is delivered, up to its end and without a number. */
const POLITE = String
  .raw`,? (?:¿?cu[aá]nto|(?:por )?las? (?:molestia|demora|tardanza))\D*$`;
/** What parts an address as a comma does: telephones, hours, dates, sums, numbers of orders, `C.P.` */
const PARTS = [
  String.raw`(?:\+\d\d ?)?\d{3}[ -]\d{3}[ -]?\d\d[ -]?\d\d(?!\d)|\d{4} \d\d \d\d \d\d|[,()\n!?.]`,
  String.raw`\d+:\d\d|de (?:las? )?\d+ a (?:las? )?\d+(?: ?(?:hrs?|horas|[ap]m))?(?= |$)`,
  // An hour tells a date from a street or a colonia that is called after one.
  String.raw`(?<=para )${DATE}(?=,? (?:de|a) (?:las? )?\d)|\$ ?\d+`,
  String.raw`(?<=[,;\n] ?|^)${DATE}(?=,? a las? \d)`,
  String.raw`(?<!\p{L})(?:pedido|orden|order) #?\d+`,
  String.raw`(?:pag\p{L}*|cambio|feria|billete) (?:con|de|para) (?:un )?\$?\d+`,
  String.raw`(?<![\p{L}\d])c\.? ?p(?!\p{L})\.?`,
].join("|");
/** Ways of writing that several characters tell, by the word that they stand for. */
const WRITTEN = {
  sign: PARTS,
  sn: String.raw`(?<![\p{L}\d])s ?[./] ?n(?:[uú]m)?(?!\p{L})\.?|sin n[uú]m(?:ero)?(?!\p{L})` +
    String.raw`|n[uú]mero (?:\p{L}+cientos|quinientos|ciento?)(?: (?:${UNDER_100}))?(?!\p{L})`,
  numero: String.raw`(?<!\p{L})(?:n[.º°]{1,2}|n[uú]m\.? ?ext\.?)(?= ?\d)`,
  etapa: String.raw`(?<!\d)\d\p{L}{0,3}\.? etapa`,
  entre: String.raw`(?<!\p{L})e(?:\/|(?=\.))`,
  y: String.raw`(?<=\d )i(?= \d)`,
  unidad: String.raw`(?<![\p{L}\d])u\.? ?h(?!\p{L})`,
  calle: String.raw`(?<=^|[\s,;(])c(?:[./]|(?= ?\d))`,
  correction: String
    .raw`(?<!\p{L})(?:(?:perd[oó]n|disculp[ae])(?!${POLITE})|correcci[oó]n|corrijo` +
    String
      .raw`|digo|m[aá]s bien|mejor dicho|qui(?:se|ero) decir|me equivoqu\p{L}*|o sea|sorry|i mean|(?<=, ?)no(?=,)` +
    String.raw`|no(?=,?(?: es)?(?: la| calle)+ \d))(?!\p{L})` +
    // `*59` and `59*`, but not what two stars show in bold.
    String.raw`|(?<=\s)\*(?=(?:calle |c\.? ?|la )*\d[^*]*$)` +
    String.raw`|(?<=[,\n] ?)\d[^*\n]*\*(?=[^*]*$)(?<=^[^*]*\*)`,
  ordinal: String.raw`\d+(?:er[oa]?|[drtmnv][oa])(?!\p{L})|\d+(?:[ªº°]|[ao]\b)\.?(?= ?` +
    String.raw`(?:priv|cerr|cda|andador|retorno|calle|secc|piso|planta))`,
} as const;
const WORD = new RegExp(
  Object.entries(WRITTEN).map(([word, pattern]) => `(?<${word}>${pattern})`).join("|") +
    String.raw`|(?<=\d)(?<th>st|nd|rd|th)(?!\p{L})|\d+|(?<=\d)[a-w](?=x\d)` +
    String.raw`|(?<!\p{L})(?:${TENS.join("|")}) y (?:${UNITS.join("|")})(?!\p{L})` +
    String.raw`|\p{L}[\p{L}\p{M}'’]*|[&/@×#]|-(?!\p{L}(?!\p{L}))`,
  "giu",
);

/** A word, and other spellings of it, in names of the map too. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [...words(`
    calle=calles,cll,cl,cle,street,streets,st,str avenida=av,ave,avda,avenue
    bulevar=boulevard,blvd,blv colonia=col fraccionamiento=fracc,frac habitacional=hab paseo=pso
    garcia=gcia unidad=unid residencial=resid ampliacion=amp,ampl jardines=jard,jds cerrada=cda
    privada=priv prolongacion=prol,prolong,prolg calzada=calz circuito=cto,circ periferico=perif
    francisco=fco hidalgo=hgo guadalupe=gpe general=gral licenciado=lic doctor=dr ingeniero=ing
    profesor=prof santa=sta santo=sto centro=downtown,ctro norte=nte oriente=ote poniente=pte
    septiembre=sept,sep noviembre=nov diciembre=dic °1=primer,primera,primero
    °2=segundo,segunda °3=tercer,tercera,tercero yucatan=yuc mexico=mex,mx
  `)].flatMap((line) => {
    const [word, others] = line.split("=");
    return others!.split(",").map((other) => [other, word!] as const);
  }),
);

export function wordsOf(text: string): Word[] {
  let isShort = false;
  const isCased = /[\p{L}\d,:] +\p{Lu}\p{Ll}/u.test(text) &&
    text.replace(/\P{Lu}/gu, "").length < text.replace(/\P{Ll}/gu, "").length;
  return text.matchAll(WORD).flatMap(({ 0: written, index: start, groups }) => {
    const [sign] = Object.entries(groups!).find(([, found]) => found !== undefined) ?? [];
    const isStop = written === "." && isShort;
    // "holaa", but not "II".
    const folded = foldText(written).replace(/(?<=[a-hj-uwyz])([aeiouy])\1+$/, "$1");
    const spelling = SPELLINGS.get(folded) ?? SPELT.get(folded);
    const word = sign === "sign"
      ? ","
      : sign === "ordinal"
      ? `°${parseInt(folded)}`
      : sign ?? spelling ?? folded;
    isShort = word !== folded || HOUSE_MARKS.has(word) || /^\p{L}{1,3}$/u.test(folded) ||
      REFERENCES.numbered.has(word);
    if (sign === "th" || isStop || word === "") return [];
    const isCapital = isCased && /^\p{Lu}/u.test(written);
    return [{ word, isCapital, start, end: start + written.length }];
  }).toArray();
}

/** Words of a name that people leave out. */
export const LEFT_OUT = words(`
  de del la las los el letra anillo licenciado general doctor ingeniero profesor habitacional
  historico
`);
/** Words before or after a name that people exchange or leave out. */
export const KINDS: ReadonlyMap<string, string> = new Map([
  ...["calle", "avenida", "bulevar"].map((word) => [word, word] as const),
  ...["colonia", "fraccionamiento", "unidad", "barrio", "zona"].map((word) =>
    [word, "colonia"] as const
  ),
]);

/** The states of Mexico and their abbreviations, but "Col.", as words are folded, without those that are left out. */
const STATES = new Set(
  `aguascalientes,ags,baja california,bc,baja california sur,bcs,campeche,camp,coahuila,coah,colima
  chiapas,chis,chihuahua,chih,ciudad mexico,cdmx,durango,dgo,estado mexico,edo mexico,mexico
  guanajuato,gto,guerrero,gro,hidalgo,jalisco,jal,michoacan,mich,morelos,mor,nayarit,nay
  nuevo leon,n l,nl,oaxaca,oax,puebla,pue,queretaro,qro,quintana ro,q ro,san luis potosi
  slp,s l p,sinaloa,sin,sonora,son,tabasco,tab,tamaulipas,tamps,tlaxcala,tlax,veracruz,ver
  yucatan,zacatecas,zac`.split(/,|\n */),
);

/** The index of the word after the state that begins at the word `at`; `at` if none does. */
export function pastState(words: readonly string[], at: number): number {
  for (let end = Math.min(at + 4, words.length); end > at; end--) {
    const named = words.slice(at, end).filter((word) => !LEFT_OUT.has(word)).join(" ");
    if (STATES.has(named)) return end;
  }
  return at;
}

/** What joins the two streets of a block, and what joins any street to the next. */
export const AND = words("y e and & -");
export const JOINS = words(`
  y e and & - por x × entre esquina esq con cruza cruce cruzando cruzamiento cruzamientos casi
  between entrecalles btw btwn corner cross crossing at / @
`);
export const HOUSE_MARKS = words("# n no num numero number nro predio tablaje catastral");
/**
 * What begins a part that is no name, by the words that it takes with it: none, a number or a letter, those up to the
 * next part, or those of a sentence, which ends where a place may be named.
 */
export type ReferenceKind = keyof typeof REFERENCES;
const REFERENCES = {
  alone: words("sn altos bajos arriba abajo upstairs downstairs esquinero etapa afuera outside"),
  numbered: words(`
    local depa despacho bloque piso casa casita letra lote manzana mz lt int interior ext exterior
    depto dpto dep departamento edificio edif torre planta nivel suite apt apartment apartamento
    oficina consultorio puerta unit room floor house bodega modulo seccion habitacion somos
  `),
  phrase: words(`
    frente enfrente junto lado cuadra cuadras metros cerca atras detras contra espaldas mano vuelta
    altura fondo dentro antes despues donde ultima
    parque park oxxo iglesia escuela tienda hotel farmacia clinica hospital mercado super banco
    gasolinera condominio entrada porton reja rejas timbre fachada color pared barda techo letrero
    arbol ventana caseta acera perro ruta nombre propina costado banqueta second third next front
    near behind above opposite across half ring by gate door doors white black blue red green yellow
    pink orange purple brown rosa azul verde amarilla amarillo blanca blanco negra negro roja rojo
    gris gray grey big small little large old metal wooden place side wall fence roof school church
    salon taller puesto toldo muro malla palapa terraza balcon cochera garage zaguan cancel anuncio
    lona escalera elevador recepcion pasillo patio cafe restaurante bar cantina kinder primaria
    secundaria gimnasio gym cajero capilla templo catedral convento malecon glorieta semaforo
    paradero parada estacionamiento mata tiendita vecino vecina
  `),
  sentence: words(`
    mi mis me te le les se nos su yo soy tu no si que cuando como cuanto quien hay tengo tiene
    tienen voy un una unos unas ya oye quisiera my our your we were i im m an its you could would
    can bring call leave quiero pago pagan paga mira ando andamos anota apunta dicto kiero entregar
    enviar llevar llegan espero necesito manda mandan traen traes trae llevan sr sra srita don dona
    cliente mande manden dice veo traer dejar sin recibe familia atencion urge vemos vamos queremos
    pueden puedes podrian esperamos cobran dar efectivo transferencia tarjeta cash bolsa
  `),
};
/** The kind of what begins at a word, by its form too: `llamar al`, `pasando la`, `tortilleria`, `avisame`. */
export function referenceKind(words: readonly string[], at: number): ReferenceKind | undefined {
  const [word, next] = [words[at] ?? "", words[at + 1] ?? ""];
  if (isDistance(words, at)) return "phrase";
  const known = Object.entries(REFERENCES).find(([, words]) => words.has(word))?.[0];
  // Before a number it is a house's mark.
  if (known) return word === "no" && isNumber(next) ? undefined : known as ReferenceKind;
  // "2do piso", not "2da Privada": another ordinal is another street.
  if (word.startsWith("°")) {
    return referenceKind(words, at + 1) || HOUSE_MARKS.has(next) ? "phrase" : undefined;
  }
  if (COUNTED.has(next) && (isNumber(word) || UNITS.includes(word))) return "sentence";
  if (/...[ae]n?mel?[oa]?s?$|^(j[aei]|ha){2,}j?$/.test(word)) return "sentence";
  const isVerb = /^(el|las?|los|al|por|con|me)$/.test(next) && /([aei]r|[aiy]e?ndo)$/.test(word) ||
    words[at - 1] === "al" && /[aei]r$/.test(word) ||
    next === "a" && /(ando|[iy]endo|^(salida|camino|carretera))$/.test(word);
  return isVerb || /.eria$|^(pregunt|toca|toqu|llam|avis)/.test(word) ? "phrase" : undefined;
}

/** Whether it is told how far something is: `3 cuadras`, `unas 3 cuadras`, `a 5 minutos`. */
function isDistance(words: readonly string[], at: number): boolean {
  const [word, next] = [words[at] ?? "", words[at + 1] ?? ""];
  const isMany = /^un[ao]s?$/.test(word);
  if (!isMany && !isNumber(word) && !UNITS.includes(word)) return false;
  // "55 y 57 m 12" ends a block; "2 cuadras y 50 metros" is one distance.
  const isJoined = JOINS.has(words[at - 1] ?? "") && !/^cuadras?$/.test(words[at - 2] ?? "");
  if (isNumber(word) && isJoined) return false;
  const isLength = /^(cuadras?|metros?|mts?|m|km|blocks?)$/.test(next);
  return isLength || next === "minutos" && words[at - 1] === "a" ||
    isMany && isDistance(words, at + 1);
}

/** Behind one of them a place may be named. */
export const BEFORE_PLACES = words("en a de del para por es desde hasta in at to on is from");
/** Words that say nothing of the place. */
export const FILLERS = words(`
  a al de del el la las lo los en es para por sobre esta estoy estamos vivo vive vivimos queda seria
  son media mitad ubicado ubicada ubicacion direccion domicilio rumbo ciudad estado municipio aqui
  ahi hola buenas buenos buen tardes tarde dias dia noches noche muchas gracias favor porfa porfis
  saludos tel cel telefono celular live is s of on in at to for the it this hi
  hello please thanks address delivery entrega envio pedido ok hoy hey there muy va senor senora
  senorita joven amigo amiga bb holi holis xfa xfavor porfavor plis sale bueno pues punto coma d
  pero toy indicaciones dom ped siempre otra pisos plantas ahorita aca ref referencia referencias
  correcta trabajo hospedada hospedado hospedados esquinita xfis am pm hrs ne nw
  sw corner good morning evening afternoon perdon disculpe disculpa molestia molestias demora
  tardanza
`);
/** What a number counts that is no street. */
const COUNTED = words(`
  pesos pedido pedidos personas pisos plantas piso floor hrs horas minutos am pm veces ordenes
  tortas tacos refrescos cuadras casas metros puertas door doors house houses blocks
`);

export function isNumber(word = ""): boolean {
  return /^\d/.test(word);
}
