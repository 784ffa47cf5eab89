/** The dishes of a section as a table of a form: names and prices in sight, the rest of each dish folded. */
import { attributes, type Html, html } from "../../html/html.ts";
import type { FormPart, TypedProblem } from "../../ports/restaurant.ts";
import { field, fieldsAndGroups, rowControls, selectField } from "./settings_form.ts";

interface Table {
  readonly problems: readonly TypedProblem[];
  readonly sections: readonly string[];
  /** The number of the dishes' own. */
  readonly section: number;
}

/** @param dishes the list of a section's dishes */
export function dishTable({ parts }: FormPart, table: Table): Html {
  return html`
    <table class="dishes">
      <thead>
        <tr>
          <th scope="col">Platillo</th>
          <th scope="col">Precio en pesos</th>
        </tr>
      </thead>
      ${parts.map((dish) => dishRows(dish, table))}
    </table>
  `;
}

function dishRows(dish: FormPart, table: Table): Html {
  const [name, sold] = [partOf(dish, "nombre"), partOf(dish, "presentaciones")];
  const others = dish.parts.filter((each) => each !== name && each !== sold);
  const places = table.sections.map((name, n) => [String(n), name] as const);
  const section = selectField(`${dish.name}.seccion`, "Sección", places, String(table.section));
  const isWrong = table.problems.some((problem) => problem.field.startsWith(`${dish.name}.`));
  const title = name.value.slice(0, MAX_TITLE) || "Platillo nuevo";
  return html`
    <tbody>
      <tr>
        <td>${field({ ...name, label: unseen("Nombre de", title) }, table.problems)}</td>
        <td>${sold.parts.slice(0, -1).map((each) => priceField(each, title, table.problems))}</td>
      </tr>
      <tr>
        <td colspan="2">
          <details ${attributes({ open: isWrong })}>
            <summary>${title}: descripción, cómo se vende y lugar</summary>
            ${fieldsAndGroups(others, table.problems)}
            <p><small>Si se vende de una sola forma, deja vacío «cómo se vende». Para quitar una, borra todo su renglón.</small></p>
            ${sold.parts.map((each) => presentationFields(each, sold, table.problems))}
            ${section} ${rowControls(dish)}
          </details>
        </td>
      </tr>
    </tbody>
  `;
}

/** Characters of a name in labels: one that is refused for its length is written out in its own field alone. */
const MAX_TITLE = 80;

function unseen(before: string, title: string): Html {
  return html`<span class="unseen">${before} ${title}</span>`;
}

function partOf({ name, parts }: FormPart, key: string): FormPart {
  return parts.find((part) => part.name === `${name}.${key}`)!;
}

/** The price of a presentation that has one, or of the first of a new dish, below how it is sold. */
function priceField(row: FormPart, title: string, problems: readonly TypedProblem[]): Html | null {
  const price = partOf(row, "precio");
  if (price.value === "" && !row.name.endsWith(".0")) return null;
  const label = partOf(row, "etiqueta").value;
  return field({ ...price, label: html`${label} ${unseen("Precio de", title)}` }, problems);
}

/** The rest of a presentation; of a new one the price too. */
function presentationFields(
  row: FormPart,
  { parts }: FormPart,
  problems: readonly TypedProblem[],
): Html {
  const isInTable = priceField(row, "", []) !== null && row !== parts.at(-1);
  const shown = row.parts.filter(({ name }) => !(isInTable && name.endsWith(".precio")));
  return html`
    <div class="fields" role="group" aria-label="Presentación ${row.label}">
      ${shown.map((part) => field(part, problems))}
    </div>
  `;
}
