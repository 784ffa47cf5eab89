/** Why nothing can be reserved, in English. */
import type { Reason, ReasonWords } from "./reason.ts";

export const REASONS_EN: ReasonWords = {
  off: () => "No reservations are taken online for now.",
  day_out_of_range: ({ day, today, lastDay }, dayText) =>
    `${dayText(day)} cannot be reserved: today is ${dayText(today)}, and the last day is ${
      dayText(lastDay)
    }.`,
  party_too_large: ({ max }) => `Online, tables are reserved for up to ${max} people.`,
  party_over_left: (reason, dayText) => {
    const { partySize, left, time } = reason;
    return time === null
      ? `No time on ${dayText(reason.day)} has room for ${partySize}: at most ${left} fit.`
      : `${timeOf(reason, dayText)} has no room for ${partySize}: ${left} fit.`;
  },
  full: (reason, dayText) =>
    reason.time === null
      ? `${dayText(reason.day)} has no room left.`
      : `${timeOf(reason, dayText)} has no room left.`,
  paused_night: ({ day, until }, dayText) =>
    `No reservations are taken online for ${dayText(day)} until ${until}.`,
  closed: ({ day, time, isWeekly, isPart, why }, dayText) => {
    const said = time !== null
      ? `Closed on ${dayText(day)} at ${time}`
      : isPart
      ? `What is left of ${dayText(day)} is closed`
      : `Closed on ${dayText(day)}`;
    if (isWeekly) return `${said}, as every week.`;
    return `${said}${why === null ? "" : `: ${why.replace(/[.\s]+$/, "")}`}.`;
  },
  kitchen_closed: (reason, dayText) =>
    `${timeOf(reason, dayText)} cannot be reserved: the kitchen closes before.`,
  too_soon: (reason, dayText) =>
    `${
      timeOf(reason, dayText)
    } cannot be reserved: tables are reserved at least ${reason.minutes} minutes ahead.`,
  over: (reason, dayText) =>
    reason.time === null
      ? `The times on ${dayText(reason.day)} are past.`
      : `${timeOf(reason, dayText)} is past.`,
  not_listed: (reason, dayText) => `${timeOf(reason, dayText)} cannot be reserved.`,
};

/** The time, or what times the day still had. */
function timeOf({ day, time }: Reason, dayText: Parameters<ReasonWords["over"]>[1]): string {
  return time === null ? `What is left of ${dayText(day)}` : `${time} on ${dayText(day)}`;
}
