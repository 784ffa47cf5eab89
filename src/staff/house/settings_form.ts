/** A part of the restaurant's file as fields of a form, which follow the file's schema; dishes are a table. */
import { IMAGE_TYPES } from "../../domain/image.ts";
import { errorSummary, hiddenFields, inputField } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import {
  type FileProblem,
  type FormPart,
  MORE,
  ROW_INPUTS,
  TICKED,
  type TypedProblem,
} from "../../ports/restaurant.ts";
import { titledTable } from "../layout.ts";

/** The fields of `part`, each with its problem. A part that holds others has its name as a heading. */
export function partFields(part: FormPart, problems: readonly TypedProblem[]): Html {
  if (part.input !== null) return field(part, problems);
  return html`<h2>${part.label}</h2>${content(part, problems)}`;
}

/** The parts and all parts within them, by their names. */
export function partsByName(parts: readonly FormPart[]): ReadonlyMap<string, FormPart> {
  return new Map(
    parts.flatMap((part) => [[part.name, part] as const, ...partsByName(part.parts)]),
  );
}

/** The first problem of each field, and the summary of these and of what belongs to no field. */
export function toldProblems(
  found: readonly FileProblem[],
  parts: ReadonlyMap<string, FormPart>,
): { readonly problems: readonly TypedProblem[]; readonly summary: Html | null } {
  const problems = new Map<string, TypedProblem>();
  const lines = found.flatMap(({ text, typed }) => {
    const part = parts.get(typed?.field ?? "");
    if (typed === undefined || !part?.input) return [{ field: "", text }];
    if (problems.has(part.name)) return [];
    problems.set(part.name, typed);
    return [{ field: part.name, text: `${part.label}: ${typed.text}` }];
  });
  const summary = lines.length === 0 ? null : errorSummary(NOTHING_SAVED, lines);
  return { problems: [...problems.values()], summary };
}

export const NOTHING_SAVED = "No se guardó nada.";

function content(part: FormPart, problems: readonly TypedProblem[]): Html {
  const { help, parts, isList } = part;
  const note = isList ? `${help} Los renglones vacíos no cuentan.` : help;
  return html`
    ${note !== "" && html`<p><small>${note}</small></p>`}
    ${isList
      ? html`${parts.map((row) => rowFields(row, problems))}${moreRows(part)}`
      : fieldsAndGroups(parts, problems)}
  `;
}

/** Adds empty rows, to which the browser then goes. */
function moreRows({ name, parts }: FormPart): Html {
  return html`
    <p class="buttons">
      <button class="quiet" name="${MORE}" value="${name}" formaction="#${name}.${parts.length}"
        formnovalidate>Agregar 5 renglones</button>
    </p>
  `;
}

/** Fields beside each other, and below them the groups of further fields. */
function fieldsAndGroups(parts: readonly FormPart[], problems: readonly TypedProblem[]): Html {
  const all = parts.flatMap(unfolded);
  const groups = all.filter(({ input }) => input === null).map((part) =>
    html`
      <div role="group" aria-label="${part.label}"><h3>${part.label}</h3>${content(
        part,
        problems,
      )}</div>
    `
  );
  const fields = all.filter(({ input }) => input !== null).map((part) => field(part, problems));
  return html`<div class="fields">${fields}</div>${groups}`;
}

function unfolded(part: FormPart): readonly FormPart[] {
  return part.parts[0]?.name === `${part.name}.es` ? part.parts : [part];
}

function rowFields(row: FormPart, problems: readonly TypedProblem[]): Html {
  return html`
    <div class="entry" id="${row.name}" role="group" aria-label="${isEmpty(row)
      ? "Nuevo"
      : row.label}">
      ${fieldsAndGroups(row.parts, problems)} ${rowControls(row)}
    </div>
  `;
}

/** The place of a row in its list, and a tick that removes it. */
function rowControls(row: FormPart): Html {
  const order = inputField({
    name: row.name + ROW_INPUTS.order,
    label: "Orden",
    value: row.value,
    attributes: html`type="number" min="1" max="100"`,
  });
  const canHide = row.parts.some(({ name }) => name === `${row.name}.visible`);
  const label = canHide ? html`Quitar <small>${KEPT_HIDDEN}</small>` : "Quitar";
  const removal = !isEmpty(row) && tickField(row.name + ROW_INPUTS.removal, label, false);
  return html`<div class="inline">${order} ${removal}</div>`;
}

const KEPT_HIDDEN = "con sus platillos y precios; oculta, los conserva";

function isEmpty({ parts }: FormPart): boolean {
  return parts.every(isBlank);
}

function isBlank({ input, value, parts }: FormPart): boolean {
  return input === null ? parts.every(isBlank) : value === "" || value === "no";
}

function field(
  part: Omit<FormPart, "label"> & { readonly label: string | Html },
  problems: readonly TypedProblem[],
): Html {
  const { name, label, help, input, maxLength, options, unchosen, value } = part;
  const problem = problems.find((each) => each.field === name);
  if (input === "image") return imageField(name, label, value, problem);
  if (input === "flag") {
    return html`${hiddenFields({ [name]: "no" })}${tickField(name, label, value === TICKED)}`;
  }
  const helped = help === "" ? label : html`${label} <small>${help}</small>`;
  if (input === "choice") {
    const first = unchosen ?? (value === "" ? "Elige" : null);
    const others = new Set([...options!, value].filter((option) => option !== ""));
    const lines = [...others].map((option) => [option, option] as const);
    return selectField(name, helped, first === null ? lines : [["", first], ...lines], value);
  }
  const inputmode = input === "number" && "decimal";
  const lang = name.endsWith("en") && "en";
  // Browsers drop the line breaks of an input of one line.
  const hasLines = input === "text" || value.includes("\n");
  return inputField({
    name,
    label: helped,
    value,
    rows: hasLines ? (maxLength! > MAX_SHORT ? 18 : 3) : undefined,
    attributes: attributes({ maxlength: maxLength, inputmode, lang }),
    problem,
    isSummed: true,
  });
}

/** Characters of a text that three lines are for. */
const MAX_SHORT = 1_000;

export function tickField(name: string, label: string | Html, checked: boolean): Html {
  const more = attributes({ checked });
  return html`
    <label
      class="tick"><input type="checkbox" name="${name}" value="${TICKED}" ${more}> ${label}</label>
  `;
}

export function selectField(
  name: string,
  label: string | Html,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): Html {
  const lines = options.map(([value, text]) =>
    html`<option value="${value}" ${attributes({ selected: value === chosen })}>${text}</option>`
  );
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">${lines}</select>
    </div>
  `;
}

const DISHES = "secciones.";
/** What the script makes of a dish's photo. */
const DISH_PHOTO = { "data-pixels": 800, "data-bytes": 60_000 };

function imageField(
  name: string,
  label: string | Html,
  kept: string,
  problem: TypedProblem | undefined,
): Html {
  const own = name.startsWith(DISHES) ? DISH_PHOTO : {};
  return html`
    <div class="field">
      ${hiddenFields({ [name]: kept })} ${kept !== "" && html`
        <img class="kept" loading="lazy" src="/presentacion/${kept}" alt="${label} de ahora">
        ${tickField(`quitar_${name}`, `Quitar ${label}`, false)}
      `}
      ${inputField({
        name: `${name}_nueva`,
        id: name,
        label: `Subir ${label} (JPEG, PNG o WebP)`,
        attributes: attributes({ type: "file", accept: IMAGE_TYPES.join(), ...own }),
        problem: problem && { ...problem, field: `${name}_nueva` },
        isSummed: true,
      })}
    </div>
  `;
}

interface Table {
  readonly problems: readonly TypedProblem[];
  /** The numbers and names of the sections that a dish may go to. */
  readonly sections: readonly (readonly [n: string, name: string])[];
  /** The number of the section that the dishes are in. */
  readonly section: number;
  /** What was typed into a form that was refused or got more rows. */
  readonly typed: URLSearchParams;
}

/** The dishes of a section: names and prices in sight, the rest of each dish folded. */
export function dishTable(part: FormPart, table: Table): Html {
  const rows = part.parts.map((dish) => dishRows(dish, table));
  const titles = ["Platillo", "Precio en pesos, con IVA"];
  return html`${titledTable("dishes", titles, rows)}${moreRows(part)}`;
}

function dishRows(dish: FormPart, table: Table): Html {
  const [name, sold] = [partOf(dish, "nombre"), partOf(dish, "presentaciones")];
  const others = dish.parts.filter((each) => each !== name && each !== sold);
  const place = dish.name + ROW_INPUTS.section;
  const chosen = table.typed.get(place) ?? String(table.section);
  const section = selectField(place, "Sección", table.sections, chosen);
  const isWrong = table.problems.some((problem) => problem.field.startsWith(`${dish.name}.`));
  const title = name.value.slice(0, MAX_TITLE) || "Platillo nuevo";
  return html`
    <tr id="${dish.name}">
      <td>${field({ ...name, label: unseen("Nombre de", title) }, table.problems)}</td>
      <td>${sold.parts.map((each) => priceField(each, title, table.problems))}</td>
    </tr>
    <tr>
      <td colspan="2">
        <details ${attributes({ open: isWrong || table.typed.get(MORE) === sold.name })}>
          <summary>${title}: descripción, foto, cómo se vende y lugar</summary>
          ${fieldsAndGroups(others, table.problems)}
          <p><small>Si se vende de una sola forma, deja vacío «cómo se vende». Para quitar una, borra todo su renglón.</small></p>
          ${sold.parts.map((each) => presentationFields(each, table.problems))} ${moreRows(sold)}
          ${section} ${rowControls(dish)}
        </details>
      </td>
    </tr>
  `;
}

/** Characters of a name in labels. Only its own field shows a longer one, which is refused. */
const MAX_TITLE = 80;

function unseen(before: string, title: string): Html {
  return html`<span class="unseen">${before} ${title}</span>`;
}

function partOf({ name, parts }: FormPart, key: string): FormPart {
  return parts.find((part) => part.name === `${name}.${key}`)!;
}

/** The price below its presentation's name; null if it has none, unless it is a new dish's first. */
function priceField(row: FormPart, title: string, problems: readonly TypedProblem[]): Html | null {
  const price = partOf(row, "precio");
  if (price.value === "" && !row.name.endsWith(".0")) return null;
  const label = partOf(row, "etiqueta").value;
  return field({ ...price, label: html`${label} ${unseen("Precio de", title)}` }, problems);
}

/** The fields of a presentation that the table does not show: all of them for a new one. */
function presentationFields(row: FormPart, problems: readonly TypedProblem[]): Html {
  const isInTable = priceField(row, "", []) !== null;
  const shown = row.parts.filter(({ name }) => !(isInTable && name.endsWith(".precio")));
  return html`
    <div class="fields" id="${row.name}" role="group" aria-label="Presentación ${row.label}">
      ${shown.map((part) => field(part, problems))}
    </div>
  `;
}
