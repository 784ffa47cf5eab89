/** Words in a guest's text that the kitchen must not overlook. */
import { foldText } from "./text.ts";

/** Letters, combining marks and invisible characters, in one class so that the expression never backtracks. */
const WORD = /[\p{L}\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
const PLAIN_WORD = /^[a-zA-Z]+$/;
/** Characters allowed between words that belong together. */
const JOINT = /^[\s\p{Pd}_'’´`]*$/u;

/** The ranges of `text` that name allergies and diets, in order, in UTF-16 units, end exclusive. Takes linear time. */
export function allergyMarks(text: string): readonly Readonly<Record<"from" | "to", number>>[] {
  // In the folded text a blank precedes a word that may continue the one before it, and a bar any other.
  let folded = "";
  let end = 0;
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    folded += JOINT.test(text.slice(end, index)) ? " " : "|";
    starts.set(folded.length, index);
    folded += PLAIN_WORD.test(word) ? word.toLowerCase() : spelled(foldText(word));
    end = index + word.length;
    ends.set(folded.length, end);
  }
  return Array.from(`${folded}|`.matchAll(MARK), ({ 0: mark, index }) => ({
    from: starts.get(index)!,
    to: ends.get(index + mark.length)!,
  }));
}

/** `folded` as one word, since some characters fold to several, and without ligatures, which many keyboards lack. */
function spelled(folded: string): string {
  return folded.replaceAll(" ", "_").replaceAll("ß", "ss").replaceAll("œ", "oe");
}

/**
 * Words for allergies and diets in Spanish, English, French, German, Italian, Portuguese and Dutch, folded, with common
 * misspellings. A hyphen stands for more letters: `peanut-` begins a word, `-milch-` is anywhere in one. Stems also
 * find other words, such as `Genuss`: a false mark costs a glance, a missed one an ambulance.
 */
const WORDS = `
-al+er[gj](?!olog)- -intol+er- -vertrae?g[elst]- -verdra(?:ag|g)- -(?:hy|hi|i)persens- -empfindlich- overgevoelig- anaphyl- an+afil-
epipen- adrenalin- antihist- -histamin- diab[ei]t- suikerziekt- zuckerkrank- fenilceton- phenylket- fenylket- favism[oe]? latex fodmap-
embaraz- pregnan- enceintes? schwanger- incinta gravid[ae]s? zwanger- diet- dieet- diat- diaet- regimes? restric- restrizion-
-einschrae?nkung- reacci- reacti- reag[ei]- reazion- reacao (?:salz|zucker|natrium|zout|suiker)(?:arm|los|loos)-
-vegan- vega vege -vegetar- vegetal- veggie- pesc[ae]tari- flexitar- keto- k[ao]s?c?h?hers? casher cacher koosjer hal+al-
-(?<=[a-z])(?<!rauch|barriere)(?:frei(?:e[mnrs]?)?|vrije?) -[csz]o?e?lia[ckq]- -glut[ei]n- gf tacc trigos? wheat- -weizen- -tarwe-
frument- grano bles? cebada cevada barley gerst- orge orzo centen- centei- rye roggen- rogge- seigle segale dinkel- spelt- epeautre
lact- -lakt- latt[eio]- latticin- laticin- dairy- leches? leites? milk -milch- -melk- laits? laitier- zuivel- casein- kasein- a?plv
ques(?:os?|adillas?) queij- cheese- -kase- -kaese- -kaas- fromage- formagg- huevos? eggs? oeufs? ei eier- uov[oa] ovos?
nuez(?:es)? nue(?:ces|s|ses) nuts?(?:free)? walnut- hazelnut- -nue?ss- noix noisette- noc[ei] nocciol- noz(?:es)? noot noten- walno-
hazelno- peanut- cacahu- mani(?:es|s)? arachid- amendoi- pinda- almendra- almond- amande- mandel- mandorl- amendoa- amandel- avel+a-
pista[cz]- anacard- cashew- cajou caju- pecan- macadam- castanh- pinon- pinol[io] pignon- maranon(?:es)?
ajonjoli- -sesam- gergelim tahin- mostaza- mustard- moutarde- senf- senape- mostard- mosterd- lupin- altramu- tremoco- -so[yij]a- soybean-
apio celer[iy]- sel+eri- selder- sedano aipo sul(?:f|ph)it- sulfiet- solfit- schwefel- glutamat- msg fru[ck]tos- fruttosio fresas?
strawberr- fraises? erdbeer- fragol- morango- aardbei-
pescados? peces fish(?:es)? poissons? -fisch(?!er)- pesc[ei] peix- vis inktvis- atun- tuna thon tonno atum marisco- mariscada- shellfish-
seafood- crusta- crostace- krustent- krebstier- schalentier- schaaldier- schelp- meeresfr- zeevrucht- mol+us[ckq]- weichtier- weekdier-
camar(?:on|ao|oes)- gamb[ae]- shrimp- prawn- -garnel- -garnal- crevette- langou?st- lagost- lobster- homards? hummer- aragost- kreeft-
cangrej- caranguej- jaibas? crabe?s? krab- granchi- muschel- moules? mossel- cozze vongol- mussel- mejillon- mexilh- almejas? clams?
ostra- ostion- oyster- auster- huitre- ostric- oester- pulp[oi]s? polvos? poulpes? octopus calamar- squid-
`;

/** Foods that are marked only if they are excluded: `sin cebolla`, `No pork`. */
const AVOIDED = `
cerdo- puerco- porcs? pork- porco -schwein- maiale varken- carnes? meat- viandes? -fleisch- -vlees- res vaca beef- boeuf- rind- rund-
bovin- manzo ternera- cordero- lamb- agneau- agnell- pollo- chicken- poulet- hue?hn- hae?hnchen- frango- kip jamon- ham jambon- prosciutt-
presunt- tocino- bacon- lardons? speck- spek innerei- salmon- saumon- lachs- zalm- crud[oai]- crue?s? raw roh- rauw-
alcohol- alkohol- alcool- alcol- wine wein vin vinho- wijn cafein- caffein- koffein- chocol- schoko- cioccol- azucar- sugar- sucre- zucker-
zuccher- acucar- suiker- salt- sel salz- zout- harina- flour- farin- mehl- mantequ- butter- beurre- burro manteig- boter- crem- sahne-
panna natas? slagroom- miele? honey honi[gn]- mel
cebol+- onion- oignon- zwiebel- cipoll- ui(?:en)? ajos? garlic- ail aglio- alho- knoblauch- knoflook- picante- picos[oa]- chil+[ei]s?
spic- pepper- piment- epice- scharf- pikant- piccant- peperon- pittig- pimienta- pfeffer- poivr- pepe paprika- tomat- jitomat- pomodor-
pilz- champi- hongos? setas? mushroom- fungh- cogumel- paddenstoel- aguacat- avoca- cilantr- coriand- koriand- coentr- maiz corn milho
legum- fav[ae]s? habas? feves? lentej- lentil- linse- bean- bohne- fagiol- feij- frijol- fruit- fruta- frutt- obst- kiwi- citric- citrus-
coco- kokos-
`;

/** Phrases with a meaning only together. "Soy" alone is Spanish for "I am". */
const PHRASES = [
  "frutos? secos?",
  "frutas secas",
  "fruits? (?:a coques?|secs?|de mer)",
  "frutt[ai] (?:a guscio|secc[ah]e?|di mare)",
  "frutos do mar",
  "tree nuts?",
  "epi pens?",
  "soy (?:sauce|milk|free)",
  "sin soy",
  "no soy (?:sauce|please)",
  "no soy(?=[|])",
  // In another language "mais" is "but" and "vino" is "came".
  "(?:sin|sem|senza|sans|ohne|kein|zonder|geen|baj[oa] en) (?:azucar|sale?|sodio|mais|vino)",
  "no (?:sugar|salt)",
  "low (?:sodium|salt|carb)",
  "plant based",
  "restri[^ |]* (?:alimen|dietetic)[^ |]*",
  "dietary (?:restriction|requirement)s?",
  "(?:no|nao|nunca) (?:come|comen|comem|como|comemos)",
  "(?:no|nao) (?:puede|pueden|puedo|podemos|pode|podem|posso) (?:[^ |]+ )?(?:comer|tomar|beber)",
  "(?:can t|can not|cannot|cant|doesn t|doesnt|don t|dont|not|never) (?:be )?(?:eat|eats|eating|tolerate)",
  "(?:ne|n|non) (?:[^ |]+ ){0,3}(?:mang|support|toler|diger)[^ |]*",
  "mang[^ |]* (?:[^ |]+ )?(?:pas|jamais|aucun)",
  "(?:kein[^ |]*|nichts?|niets?|geen) (?:[^ |]+ ){0,3}(?:essen|esse|isst|eten|eet)",
  "(?:essen|esse|isst|eten|eet) (?:[^ |]+ ){0,2}(?:kein[^ |]*|nichts?|niets?|geen)",
  "(?:les?|me) (?:hacen?|caen?|sientan?) (?:dano|mal)",
  "bekommt? (?:[^ |]+ )?nicht",
  "(?:fa|fanno|fait|font|faz) male?",
].join("|");

/** Words that exclude a food after them, and are marked together with it. */
const LEADS = [
  "sin|no|ni|nada|nunca|libres? de|evit[^ |]*",
  "without|not|nothing|never|(?:can|don|doesn|won|mustn) t|cant|cannot|dont|doesnt|avoid[^ |]*",
  "sans|pas|jamais|aucun[^ |]*|rien|ohne|kein[^ |]*|nichts?",
  "senza|non|niente|sem|nao|zonder|geen|niets?",
].join("|");

/** An expression for `stems`. Those that begin with a hyphen share a group, so that a word is scanned once. */
function anyOf(stems: string): string {
  const all = stems.trim().split(/\s+/).map((stem) => stem.replace(/-$/, "[^ |]*"));
  const { inside, outside } = Object.groupBy(
    all,
    (stem) => stem.startsWith("-") ? "inside" : "outside",
  );
  return `(?:${outside!.join("|")}|[^ |]*?(?:${inside!.map((stem) => stem.slice(1)).join("|")}))`;
}

const FOOD = anyOf(AVOIDED);

// A food follows its lead within two words: `sin nada de cerdo`.
const MARK = new RegExp(
  `(?<=[ |])(?:${PHRASES}|(?:(?:${LEADS}) )?${anyOf(WORDS)}(?: free)?` +
    `|(?:${LEADS}) (?:[^ |]+ ){0,2}${FOOD}|(?=[^ |]+ free[ |])${FOOD} free)(?=[ |])`,
  "g",
);
