/** When the restaurant serves: weekly hours with any number of services a day, a service may end after midnight. */

/** One service of a weekday. */
export interface ServiceHours {
  /** Minutes from midnight at which doors open, 0 to 1439. */
  readonly opens: number;
  /** Minutes from midnight of the same day at which doors close; over 1440 when it closes after midnight. */
  readonly closes: number;
}

/** A weekday's services in order, none of which overlap. */
export interface WeekdayHours {
  readonly services: readonly ServiceHours[];
  /** How many minutes before the end of each service that starts this day the kitchen closes. */
  readonly kitchenLeadMinutes: number;
}

/** Seven weekdays, Monday first. */
export type WeeklyHours = readonly WeekdayHours[];

/** What else decides which times can be reserved. */
export interface BookingRules {
  /** Minutes taken off the kitchen's closing time, so that who arrives last still eats. */
  readonly arrivalMarginMinutes: number;
  /** How many minutes ahead of now the earliest listed time lies. */
  readonly noticeMinutes: number;
}
