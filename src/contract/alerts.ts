export type AlertKindName = 'job' | 'resume';

const DAY = 86_400;
/** Nothing is sent; the search is kept. */
export const NEVER_SECONDS = -1;

/** How often mails of an alert may come, in seconds (specification point 9: resume alerts -1, 86400, 604800, 2628000). */
export const ALERT_SECONDS: Readonly<Record<AlertKindName, readonly number[]>> = {
  job: [DAY, 7 * DAY, 10 * DAY],
  resume: [NEVER_SECONDS, DAY, 7 * DAY, 2_628_000],
};

/** Where nobody has chosen (APP-06: ten days). */
export const DEFAULT_ALERT_SECONDS: Readonly<Record<AlertKindName, number>> = { job: 10 * DAY, resume: 7 * DAY };

/** Of one kind, of a person on a site. */
export const MAX_ALERTS = 20;
/** How long an address can be confirmed. */
export const ALERT_CONFIRM_HOURS = 72;
/** Of the address of a search's page. */
export const MAX_ALERT_PAGE_SIZE = 2000;

/** What `ALERT_SECONDS` are called, for messages. */
export function frequencyName(seconds: number): string {
  const names: Readonly<Record<number, string>> = {
    [NEVER_SECONDS]: 'never',
    [DAY]: 'daily',
    [7 * DAY]: 'weekly',
    [10 * DAY]: 'tenDays',
    [2_628_000]: 'monthly',
  };
  return names[seconds] ?? 'never';
}
