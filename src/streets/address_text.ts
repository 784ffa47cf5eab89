/** Reads an address in words: streets, house number, what helps a courier, colonias and towns, in any order. */
import {
  AND,
  BEFORE_PLACES,
  FILLERS,
  HOUSE_MARKS,
  isNumber,
  JOINS,
  KINDS,
  LEFT_OUT,
  pastState,
  type ReferenceKind,
  referenceKind,
  type Word,
  wordsOf,
} from "./address_words.ts";
import { isMisspelt, type Named, type NameIndex, type NameMatch } from "./name_index.ts";

export interface Reading {
  /** A street, and the street that crosses it or the two between which the block lies. */
  readonly streets: readonly Named[];
  /** The index of the street in which the block of three lies: the first, the last, or either. */
  readonly owners: readonly number[];
  readonly areas: readonly SaidArea[];
  /** What helps a courier, as it was written. */
  readonly references: readonly string[];
  /** What is none of these, as it was written, and that of it which stands behind the last comma. */
  readonly unknown: readonly string[];
  readonly lastUnknown: readonly string[];
  /** References that may name a place, for which one place alone is not enough to be sure. */
  readonly unsure: readonly string[];
}

/** A colonia or a town that is named, and whether `colonia` or the like stands before it. */
export interface SaidArea {
  readonly named: Named;
  readonly isColonia: boolean;
  /** Whether a landmark has its name: `frente al parque de Santiago`. */
  readonly isLandmark: boolean;
  readonly words: Span;
}

type Span = readonly [first: number, end: number];

interface Names {
  readonly streets: NameIndex;
  readonly areas: NameIndex;
  kindOf(named: Named): "town" | "centro" | "colonia";
  /** Whether it is the town of the restaurant. */
  isOwnTown(named: Named): boolean;
}

/** What has been read up to a word. */
interface State {
  readonly streets: readonly Named[];
  readonly owners: readonly number[];
  /** The end of the last street. */
  readonly behind: number;
  readonly areas: readonly SaidArea[];
  readonly references: readonly Span[];
  readonly unknown: readonly number[];
  /** Whether a joining word stands before the next, and whether a house number was read. */
  readonly joined: boolean;
  readonly housed: boolean;
}

type Step = readonly [end: number, read: Partial<State>];

const MAX_STREETS = 3;
/** Longer numbers are those of telephones. */
const POSTAL_CODE = /^\d{5}/;
/** Steps after which a text counts as not read; the longest of an address takes some hundred. */
const MAX_STEPS = 400;
const START: State = {
  behind: 0,
  ...{
    streets: [],
    owners: [],
    areas: [],
    references: [],
    unknown: [],
    joined: false,
    housed: false,
  },
};

/** The readings of `text` that leave the fewest words unknown. */
export function readAddress(text: string, names: Names): readonly Reading[] {
  const said = heard(text, names);
  const read = readWords(said);
  const [{ unknown }] = read;
  const corrected = said.words.map((word, at) =>
    unknown.includes(at) ? correctedWord(word, names) : word
  );
  if (corrected.some((word, at) => word !== said.words[at])) {
    const anew = heard(text, names, corrected);
    const again = readWords(anew);
    const isBetter = again[0].unknown.length < unknown.length;
    if (isBetter) return again.map((state) => readingOf(anew, state, names));
  }
  return read.map((state) => readingOf(said, state, names));
}

function readingOf(said: Said, state: State, names: Names): Reading {
  const { words, text, found } = said;
  const { streets, owners, areas } = state;
  const written = ([first, end]: Span) => text.slice(found[first]!.start, found[end - 1]!.end);
  const runs = runsOf(state.unknown, words);
  const isOther = (named: Named) => names.kindOf(named) === "colonia";
  // Every town has a Centro.
  const isTold = areas.some(({ named, isLandmark }) => isOther(named) && !isLandmark);
  const doubtful = isTold
    ? []
    : state.references.filter((span) => mayNamePlace(said, state, span, names));
  const isNamed = areas.some(({ named, words }) =>
    isOther(named) && /\p{Lu}\p{Ll}+$/u.test(written(words))
  );
  // Beside a colonia with a capital, other names would have one.
  const isPlace =
    runs.some((run) => /\d|\p{Lu}/u.test(written(run)) || isAmong(words, run[0], state)) ||
    state.unknown.some((at) => words[at] === "correction");
  const [unknown, aside] = isPlace ? [runs, []] : [[], runs];
  const comma = words.lastIndexOf(",", words.length - 2);
  return {
    ...{ streets, owners },
    areas: areas.filter(({ isLandmark }) => !isTold || !isLandmark),
    references: joinedSpans([...state.references, ...aside], said).map(written),
    unknown: unknown.map(written),
    lastUnknown: unknown.filter(([first]) => comma >= 0 && first > comma).map(written),
    unsure: [...isNamed ? [] : aside, ...doubtful].map(written),
  };
}

/** Whether a name that the map lacks follows a preposition or a landmark; in a lower-case text any word may be one. */
function mayNamePlace(
  { words, found, kinds, areasAt }: Said,
  { areas }: State,
  [first, end]: Span,
  { kindOf }: Names,
): boolean {
  const isColonia = areas.some(({ named }) => kindOf(named) !== "town");
  const isCased = found.some(({ isCapital }) => isCapital);
  const isKnown = (at: number) =>
    kinds[at] !== undefined || isNumber(words[at]) || areasAt[at]!.some(({ isExact }) => isExact) ||
    [LEFT_OUT, JOINS].some((set) => set.has(words[at]!)) ||
    FILLERS.has(words[at]!) && (!found[at]!.isCapital || words[at]!.length < 4);
  const isNamed = (at: number) => found[at]!.isCapital && /^[a-z]{2}/.test(words[at]!);
  // "Casa Blanca", "El Convento"
  const spoken = words.map((_, at) => at).slice(first, end).filter((at) =>
    !FILLERS.has(words[at]!)
  );
  const [head] = spoken;
  if (head !== undefined && kinds[head] !== "alone" && spoken.every(isNamed)) return true;
  return words.slice(0, end).some((_, at) => {
    if (at <= first || isKnown(at)) return false;
    let before = at - 1;
    const isSign = () => /^(en|in|de|a|at|to)$/.test(words[before]!);
    while (FILLERS.has(words[before]!) && !isSign()) before--;
    if (words[before - 1] === "nombre") return false;
    if (words.slice(first, at).some((word) => DIRECTIONS.test(word))) return true;
    if (/^(en|in)$/.test(words[at - 1]!)) return true;
    if (isCased ? !found[at]!.isCapital : isColonia) return false;
    return isSign() || !isColonia && kinds[before] !== undefined && found[before]!.isCapital;
  });
}

/** Whether the word may belong to the streets or to the name of an area, or is a name by itself. */
function isAmong(words: readonly string[], at: number, { behind, areas }: State): boolean {
  const comma = words.lastIndexOf(",", at);
  const name = past(words, at, BEFORE_PLACES);
  const isAlone = (words[past(words, name + 1, FILLERS)] ?? ",") === ",";
  return comma < behind || isAlone || KINDS.has(words[at]!) || JOINS.has(words[comma + 1]!) ||
    areas.some(({ words: [, end] }) => past(words, end, SMALL) === at);
}

/** In the order of the text, those that touch as one, with a telephone, an hour or the like that follows them. */
function joinedSpans(spans: readonly Span[], { text, words, found }: Said): readonly Span[] {
  const isNumbered = (at: number) =>
    words[at] === "," && /\d/.test(text.slice(found[at]!.start, found[at]!.end));
  const joined: [number, number][] = [];
  for (const [first, end] of spans.toSorted(([a], [b]) => a - b)) {
    // "call me at 999 123 4567 when outside"
    const sign = past(words, end, FILLERS);
    const behind = isNumbered(sign) ? sign + 1 : end;
    const last = joined.at(-1);
    if (last && past(words, last[1], FILLERS) >= first) last[1] = behind;
    else joined.push([first, behind]);
  }
  return joined;
}

/** Words that stand side by side, or with nothing but small words between them, as one. */
function runsOf(unknown: readonly number[], words: readonly string[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const at of unknown) {
    const last = runs.at(-1);
    if (last && past(words, last[1], LEFT_OUT) === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  return runs;
}

/** The words of a text, and what begins at each. */
interface Said {
  readonly names: Names;
  readonly text: string;
  readonly found: readonly Word[];
  /** Those that were found, or corrected ones. */
  readonly words: readonly string[];
  readonly kinds: readonly (ReferenceKind | undefined)[];
  readonly streetsAt: readonly (readonly NameMatch[])[];
  readonly areasAt: readonly (readonly NameMatch[])[];
}

function heard(text: string, names: Names, corrected?: readonly string[]): Said {
  const { streets, areas } = names;
  const found = wordsOf(text);
  const words = corrected ?? found.map(({ word }) => word);
  return {
    ...{ names, text, found, words },
    kinds: words.map((_, at) => referenceKind(words, at)),
    streetsAt: words.map((_, at) => streets.startingAt(words, at)),
    areasAt: words.map((_, at) => areas.startingAt(words, at)),
  };
}

function readWords(said: Said): readonly [State, ...State[]] {
  let best: State[] = [];
  let left = MAX_STEPS;
  function read(at: number, state: State): void {
    const fewest = best[0]?.unknown.length ?? Infinity;
    if (state.unknown.length > fewest || left-- <= 0) return;
    if (at === said.words.length) {
      if (state.unknown.length < fewest) best = [];
      best.push(state);
      return;
    }
    for (const [end, change] of stepsAt({ ...said, at, state })) {
      read(end, { ...state, joined: false, ...change });
    }
  }
  read(0, START);
  const [first, ...others] = left > 0 ? best : [];
  return [first ?? START, ...others];
}

/** The word to be read next, and what has been read. */
interface Look extends Said {
  readonly at: number;
  readonly state: State;
}

/** All that the words from `at` on may be; an unknown word if they may be nothing else. */
function stepsAt(look: Look): Step[] {
  const { words, at, state } = look;
  const { joined, unknown } = state;
  const word = words[at]!;
  // "a las 8" is an hour.
  const isHour = isNumber(word) && words[at - 1] === "las" && !joined;
  if (word === "," || isHour) return [[at + 1, { joined }]];
  // What has been read may be wrong.
  if (word === "correction" && state.streets.length > 0) {
    return [[at + 1, { unknown: [...unknown, at] }]];
  }
  if (POSTAL_CODE.test(word)) return [[at + 1, {}]];
  const steps = [houseSteps, streetSteps, areaSteps, referenceSteps].flatMap((read) => read(look));
  if (JOINS.has(word)) steps.push([at + 1, { joined: true }]);
  if (steps.length > 0) return steps;
  // A letter after a number belongs to it: the map lacks that street.
  const isLetter = word.length === 1 && isNumber(words[at - 1]);
  const next = words[at + 1] ?? ",";
  const isBare = KINDS.get(word) === "colonia" && (next === "," || KINDS.has(next));
  const isFiller = word === "correction" || LEFT_OUT.has(word) || FILLERS.has(word) || isBare ||
    // "periférico norte"; "calle 60 norte" may be another street.
    state.behind === at && !isNumber(words[at - 1]) && /^(norte|sur|oriente|poniente)$/.test(word);
  return [[at + 1, isFiller && !isLetter ? { joined } : { unknown: [...unknown, at] }]];
}

/** A house number with a mark, or by its place: after the first street, or before it. */
function houseSteps({ words, at, state: { streets, joined, housed }, streetsAt }: Look): Step[] {
  const digits = past(words, at, HOUSE_MARKS);
  if (!isNumber(words[digits])) return [];
  const end = pastLetter(words, digits + 1);
  const next = words[end] ?? "";
  const ends = next === "-" && isNumber(words[end + 1]) ? [end, end + 2] : [end];
  const steps = ends.map((end): Step => [end, { housed: true }]);
  const isKnown = (at: number) => isNumber(words[at]) && streetsAt[at]!.length > 0;
  const isJoined = AND.has(next) && (next !== "-" || isKnown(digits));
  // Marked, it may be a crossing all the same: `# 55 y 57`.
  if (digits > at) return isJoined ? [...steps, [digits, { joined: true }]] : steps;
  if (joined || housed) return [];
  if (streets.length === 0) return KINDS.has(words[past(words, end, FILLERS)] ?? "") ? steps : [];
  const isStreet = streets.length === 1
    ? isKnown(past(words, end, LEFT_OUT))
    : words[at]!.length < 3 || isKnown(at);
  return isJoined || isStreet ? [] : steps;
}

function streetSteps(
  { words, kinds, at, state: { streets, owners, behind, joined, housed }, streetsAt }: Look,
): Step[] {
  // "a 50 metros"
  if (isNumber(words[at]) && kinds[at] === "phrase") return [];
  // Further apart, a third street may be that of a second corner.
  const between = words.slice(behind, at);
  const isBeside = between.every((word) =>
    word === "," || [JOINS, KINDS, LEFT_OUT].some((set) => set.has(word))
  );
  const isPair = streets.length === 1 && isBeside &&
    (between.length === 0 || between.some((word) => AND.has(word) || /^[,\/]$/.test(word)));
  const isRead = ({ named }: NameMatch) => streets.some((one) => `${one}` === `${named}`);
  const isThird = isBeside || AND.has(words[at - 1] ?? "") &&
      !between.some((_, n) => streetsAt[behind + n]!.some(isRead));
  const owned = isPair ? [2] : streets.length === 2 && isThird ? [0, ...owners] : owners;
  return streetsAt[at]!.flatMap((match): Step[] => {
    const { named, end, isWhole } = match;
    // "casi esquina con 59" names a street again; "50 y 47, 49 y 50" has a second corner.
    if (streets.length > 1 && isRead(match)) {
      const isCrossed = isBeside && between.length > 0 && between.every((word) => CROSS.test(word));
      return isCrossed ? [] : [[end, {}]];
    }
    if (streets.length === MAX_STREETS || streets.length === 2 && owned.length === 0) return [];
    const next = words[end] ?? "";
    const isCrossing = joined || JOINS.has(next) || HOUSE_MARKS.has(next);
    // A bare number after the first street may be that of the house.
    const isFree = isNumber(words[at]) && pastLetter(words, at + 1) >= end
      ? streets.length !== 1 || isCrossing || housed || isNumber(next) || words[at - 1] === "la"
      : isWhole || isCrossing;
    return isFree ? [[end, { streets: [...streets, named], owners: owned, behind: end }]] : [];
  });
}

function areaSteps(
  { names, words, at, state: { areas, joined }, areasAt }: Look,
  isLandmark = false,
): Step[] {
  const before = (words[at - 1] === "," ? words[at - 2] : words[at - 1]) ?? "";
  const [found] = areasAt[at] ?? [];
  // By itself it may be a colonia.
  const isBehind = before === "yucatan" || areas.length > 0 || POSTAL_CODE.test(before);
  const isOurs = /^(yucatan|mexico)$/.test(words[at]!) && isBehind && !KINDS.has(before);
  const town = areas.at(-1);
  const isBehindTown = town !== undefined && names.isOwnTown(town.named) &&
    words.slice(town.words[1], at).every((word) => word === "," || POSTAL_CODE.test(word));
  const state = isBehindTown && !found ? pastState(words, at) : at;
  // A colonia may be meant that has the name of a state.
  const isState = words.slice(at, state).some((word) => !names.areas.vocabulary.has(word));
  const steps: Step[] = isState ? [[state, {}]] : isOurs ? [[at + 1, {}]] : [];
  if (!found) return steps;
  const { named, end } = found;
  const isColonia = KINDS.get(words[at]!) === "colonia";
  return [...steps, [end, {
    areas: [...areas, { named, isColonia, isLandmark, words: [at, end] }],
    joined,
  }]];
}

/** What is set aside: for the courier, or, before the first street, of a sentence. */
function referenceSteps(look: Look): Step[] {
  const { words, kinds, found, areasAt, at, state: { streets, areas, references, joined } } = look;
  const first = past(words, at, FILLERS);
  const isOpening = streets.length === 0;
  const kind = kinds[first] ?? (isOpening ? openingKind(look, first) : undefined);
  if (kind === undefined) return [];
  const ends = referenceEnds(look, first + 1, kind);
  // A street that the map lacks may stand before a joining word.
  // "Chuburná Park" is another colonia.
  const before = areas.at(-1)?.words;
  const isBehind = at === before?.[1] && references.at(-1)?.[1] !== before[0];
  const isName = (end: number) =>
    end === at + 1 &&
    (found[at]!.isCapital || kind !== "alone" && isBehind || KINDS.has(words[at - 1]!)) &&
    (isBehind || areasAt[end] !== undefined && areasAt[end].length > 0);
  const free = ends.filter((end) => !isOpening || !isCrossed(words, end));
  return free.filter((end) => !isName(end)).map((end) => {
    // "frente al parque de Santiago" tells the quarter too.
    const [told] = LEFT_OUT.has(words[end - 1]!) ? areaSteps({ ...look, at: end }, true) : [];
    const [last, more] = told ?? [end, {}];
    const isSaid = kind !== "sentence" || !isOpening;
    return [last, {
      ...{ ...more, joined },
      references: isSaid ? [...references, [at, last]] : references,
    }];
  });
}

function isCrossed(words: readonly string[], at: number): boolean {
  const [word, next] = [words[at] ?? "", words[at + 1]];
  return AND.has(word) || /^([x×/]|con)$/.test(word) || word === "por" && isNumber(next);
}

/** A word before the first street is no place's name by what follows: `mandalo a la`, `el local esta`. */
function openingKind({ words, streetsAt, areasAt }: Look, at: number): ReferenceKind | undefined {
  const [before, word, next] = [words[at - 1] ?? "", words[at] ?? "", words[at + 1] ?? ""];
  const isSaid = /^(al?|para|me|to)$/.test(next) ||
    LEFT_OUT.has(before) && /^(esta|queda)$/.test(next);
  const isFree = !BEFORE_PLACES.has(before) || /[aei]r$/.test(word);
  if (!isSaid || !isFree || KINDS.has(word) || !/^[a-z]{3}/.test(word)) return undefined;
  return streetsAt[at]!.length + areasAt[at]!.length > 0 ? undefined : "sentence";
}

function referenceEnds(look: Look, at: number, kind: ReferenceKind): readonly number[] {
  const { words, kinds, state: { streets } } = look;
  const value = words[at] ?? "";
  if (kind === "alone") return [at];
  if (kind === "numbered" && isNumber(value)) {
    const end = pastLetter(words, at + 1);
    const more = AND.has(words[end] ?? "") && isNumber(words[end + 1]) ? [end + 2] : [];
    // "Casa: 60 x 57"
    return [end, ...more, ...streets.length === 0 ? [at] : []];
  }
  if (kind === "numbered" && /^[a-wyz]$/.test(value)) return [at + 1];
  const isSentence = kind === "sentence" || streets.length === 0;
  let [end, ends] = [at, isSentence];
  for (; end < words.length && !isOtherPart({ ...look, at: end }, kind); end++) {
    ends &&= streets.length === 0 || kinds[end] !== "phrase";
    if (ends && BEFORE_PLACES.has(words[end]!)) break;
    if (streets.length === 0 && isNumber(words[end])) break;
  }
  return [end];
}

/** Whether what helps a courier ends before the word. */
function isOtherPart(look: Look, kind: ReferenceKind): boolean {
  const { words, kinds, streetsAt, areasAt, at, state: { streets } } = look;
  const [word, next] = [words[at]!, words[at + 1] ?? ""];
  const isStreet = (at: number) => streetsAt[at] !== undefined && streetsAt[at].length > 0;
  if (/^(,|correction)$/.test(word) || KINDS.has(word) || kinds[at] === "numbered") return true;
  if (isNumber(word)) return isStreet(at) ? streets.length < 2 || JOINS.has(next) : AND.has(next);
  if (JOINS.has(word)) return isNumber(next) || isStreet(past(words, at + 1, FILLERS));
  // "salida a Progreso" is a direction.
  const isDirection = kind === "phrase" && words[at - 1] === "a";
  return !isDirection && areasAt[at]!.some(({ isExact }) => isExact);
}

/** The index after a letter of a number: `480 B`; not `480 e`, `480 x`. */
function pastLetter(words: readonly string[], at: number): number {
  return /^([a-df-wz]|bis)$/.test(words[at] ?? "") ? at + 1 : at;
}

/** The index of the first word from `at` on that is not in `set`. */
function past(words: readonly string[], at: number, set: ReadonlySet<string>): number {
  while (set.has(words[at] ?? "")) at++;
  return at;
}

const SMALL = FILLERS.union(JOINS);
const CROSS = /^([yex×&/-]|por|con|and|calle|la)$/;
const DIRECTIONS = /^(salida|camino|carretera|rumbo)$/;
const WRITTEN_OFTEN =
  "calle avenida entre numero esquina colonia mexico fraccionamiento cruzamientos";

/** The one word of an address or of a colonia's name that `word` misspells by one letter; else `word`. */
function correctedWord(word: string, { areas: { vocabulary } }: Names): string {
  const isMeant = (other: string) => other.length > 4 && isMisspelt(word, other);
  const [meant, ...others] = new Set([...WRITTEN_OFTEN.split(" "), ...vocabulary].filter(isMeant));
  return meant !== undefined && others.length === 0 ? meant : word;
}
