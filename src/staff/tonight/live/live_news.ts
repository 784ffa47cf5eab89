/** What open boards are told, from the feed of the reservations and from the switches. */
import { addDays, type Day } from "../../../domain/local_time.ts";
import type { StaffDeps } from "../../../ports.ts";
import { type Html, html, renderHtml, trustedHtml } from "../../../pages/html.ts";
import { type BoardScope, boardScope, serviceDayNow, STRIP_DAYS, stripDays } from "../board_day.ts";
import { houseNotices } from "../board_notices.ts";
import { daysStrip } from "../board_strip.ts";
import type { BoardStream } from "./board_stream.ts";
import { type DayBoard, dayBoard } from "./day_board.ts";
import { replaceElement } from "./page_change.ts";
import { encodeEvent } from "./server_sent_event.ts";
import { type UnseenBoard, unseenBoard } from "./unseen_board.ts";

/** A board that is connected. */
export interface OpenBoard {
  readonly day: Day;
  readonly followsToday: boolean;
  readonly since: number | null;
  readonly stream: BoardStream;
  /** Whether it has been told all that came before, so that it is told only what comes. */
  admitted: boolean;
}

export type NewsDeps = Pick<
  StaffDeps,
  "book" | "feed" | "restaurant" | "house" | "now" | "clockDoubt"
>;

export interface LiveNews {
  /** Reads what is new, and tells it. @returns whether more is waiting to be told. */
  tell(): Promise<boolean>;
  /** Whether chart or strip are other than they were told. */
  sumsChanged(): boolean;
  /** Tells chart and strip. @returns false: there is never more */
  tellSums(): Promise<boolean>;
  /** Tells what of the switches concerns a board. @returns whether the service day is another one: then `tell` is due. */
  lookAround(): boolean;
  /** Nobody looks any more: what is kept would grow stale. */
  forget(): void;
}

/** A day that boards look at. */
interface WatchedDay {
  readonly scope: BoardScope;
  readonly board: DayBoard;
  notices: string;
}

interface Known {
  readonly today: Day;
  readonly unseen: UnseenBoard;
  readonly days: Map<Day, WatchedDay>;
  /** The last event that was read. */
  read: number;
  /** The last event up to which everything has been told. */
  told: number;
  /** What events up to `read` concern and has not been told. */
  readonly pending: Set<string>;
  sumsChanged: boolean;
}

/** Folios told of at once: a flood is told in portions, so that it holds up nobody else. */
const PORTION = 100;
/** A board that has missed more than this reads its page anew. */
const MOST_MISSED = 200;

export function liveNews(deps: NewsDeps, open: ReadonlySet<OpenBoard>): LiveNews {
  const { book, feed } = deps;
  let known: Known | null = null;

  const boardsOf = (day: Day) => [...open].filter((board) => board.admitted && board.day === day);

  return {
    async tell() {
      if (open.size === 0) return false;
      const today = serviceDayNow(deps);
      if (known !== null && known.today !== today) return startAnew();
      const all = known ??= await begin(today);
      const newcomers = [...open].filter(({ admitted }) => !admitted);
      await watch(all, newcomers.map(({ day }) => day));
      const waiting = await Promise.all(
        newcomers.map(async (board) => ({ board, missed: await missedBy(all, board) })),
      );
      const news = await feed.since(all.read);
      if (news === null) return startAnew();
      all.read = news.last;
      for (const folio of news.folios) all.pending.add(folio);
      await tellPortion(all);
      for (const { board, missed } of waiting) admit(all, board, missed);
      for (const day of all.days.keys()) if (boardsOf(day).length === 0) all.days.delete(day);
      return all.pending.size > 0;
    },
    sumsChanged: () => known?.sumsChanged ?? false,
    async tellSums() {
      if (known === null) return false;
      const all = known;
      all.sumsChanged = false;
      const totals = await book.totals(all.today, addDays(all.today, STRIP_DAYS - 1));
      const strip = stripDays(all.today, totals);
      for (const [day, { scope, board }] of all.days) {
        const changes = [board.chart(), replaceElement(daysStrip(strip, scope))];
        send(boardsOf(day), changeEvent(changes, all.told));
      }
      return false;
    },
    lookAround() {
      if (known === null) return false;
      for (const [day, watched] of known.days) {
        const notices = noticesOf(day);
        if (notices === watched.notices) continue;
        watched.notices = notices;
        send(boardsOf(day), encodeEvent({ event: "casa", data: notices }));
      }
      return serviceDayNow(deps) !== known.today;
    },
    forget: () => void (known = null),
  };

  /** Everybody reads their page anew, and comes back. */
  function startAnew(): boolean {
    known = null;
    for (const board of open) reload(board);
    return false;
  }

  async function begin(today: Day): Promise<Known> {
    const last = await feed.last();
    const unseen = unseenBoard(today, await book.unacknowledged(today));
    return {
      today,
      unseen,
      days: new Map(),
      read: last,
      told: last,
      pending: new Set(),
      sumsChanged: false,
    };
  }

  async function watch({ days }: Known, wanted: readonly Day[]): Promise<void> {
    const fresh = [...new Set(wanted)].filter((day) => !days.has(day));
    await Promise.all(fresh.map(async (day) => {
      const scope = boardScope(day, deps);
      const board = dayBoard(scope, deps, await book.onServiceDay(day));
      days.set(day, { scope, board, notices: noticesOf(day) });
    }));
  }

  /** What a board that has just come has missed; null where it had better read its page anew. */
  async function missedBy(
    { read, told, today }: Known,
    { since, day, followsToday }: OpenBoard,
  ): Promise<readonly string[] | null> {
    if (followsToday && day !== today) return null;
    if (since === null || since === told) return [];
    const missed = await feed.since(since);
    // Another instance may be ahead of this one, and tell of nothing that does not come here too.
    if (missed !== null && since > read) return [];
    return missed === null || missed.folios.length > MOST_MISSED ? null : missed.folios;
  }

  async function tellPortion(all: Known): Promise<void> {
    const portion = [...all.pending].slice(0, PORTION);
    if (portion.length === 0) return void (all.told = all.read);
    const found = await book.find(portion);
    // From here on nothing waits and nothing fails: what is taken in is told.
    for (const folio of portion) all.pending.delete(folio);
    if (all.pending.size === 0) all.told = all.read;
    const there = new Set(found.map(({ folio }) => folio));
    const gone = portion.filter((folio) => !there.has(folio));
    const noticed = all.unseen.apply(found, gone);
    all.sumsChanged = true;
    for (const [day, { scope, board }] of all.days) {
      const changes = [...board.apply(found, gone), ...all.unseen.changes(noticed, scope)];
      if (changes.length > 0) send(boardsOf(day), changeEvent(changes, all.told));
    }
  }

  function admit(all: Known, board: OpenBoard, missed: readonly string[] | null): void {
    const watched = all.days.get(board.day);
    if (missed === null || watched === undefined) return reload(board);
    // What is pending comes by itself, newer than it is known here.
    const folios = missed.filter((folio) => !all.pending.has(folio));
    const changes = folios.length === 0 ? [] : [
      ...watched.board.catchUp(folios),
      ...all.unseen.changes(folios, watched.scope),
    ];
    if (folios.length > 0) all.sumsChanged = true;
    board.admitted = true;
    board.stream.send(changeEvent([...changes, trustedHtml(watched.notices)], all.told));
  }

  function noticesOf(day: Day): string {
    const situation = { restaurant: deps.restaurant(), house: deps.house(), now: deps.now() };
    return renderHtml(replaceElement(houseNotices(situation, day, deps.clockDoubt())));
  }
}

function reload({ stream }: OpenBoard): void {
  stream.send(encodeEvent({ event: "recargar", data: "pagina" }));
  stream.end();
}

/** @param id the last event up to which all has been told */
function changeEvent(changes: readonly Html[], id: number): Uint8Array<ArrayBuffer> {
  return encodeEvent({ event: "cambio", id, data: renderHtml(html`${changes}`) });
}

function send(boards: readonly OpenBoard[], bytes: Uint8Array<ArrayBuffer>): void {
  for (const { stream } of boards) stream.send(bytes);
}
