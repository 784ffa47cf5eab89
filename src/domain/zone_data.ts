/**
 * Whether the time zone data at hand knows that Yucatan gave up daylight saving on 2022-10-30. Older data would put every
 * summer reservation an hour off, without a word.
 */
export function zoneDataIsCurrent(): boolean {
  const july = Temporal.ZonedDateTime.from("2026-07-01T12:00[America/Merida]");
  return july.offset === "-06:00";
}
