export type AlertKindName = 'job' | 'resume';

const DAY = 86_400;
/** No mails are sent, but the search is kept. */
export const NEVER_SECONDS = -1;

/** Possible intervals between mails of an alert, in seconds (specification point 9: resume alerts -1, 86400, 604800, 2628000). */
export const ALERT_SECONDS: Readonly<Record<AlertKindName, readonly number[]>> = {
  job: [DAY, 7 * DAY, 10 * DAY],
  resume: [NEVER_SECONDS, DAY, 7 * DAY, 2_628_000],
};

/** Default intervals (APP-06: ten days). */
export const DEFAULT_ALERT_SECONDS: Readonly<Record<AlertKindName, number>> = { job: 10 * DAY, resume: 7 * DAY };

/** Maximum number of alerts of one kind per person and site. */
export const MAX_ALERTS = 20;
/** Number of hours for which an address can be confirmed. */
export const ALERT_CONFIRM_HOURS = 72;
/** Maximum length of the URL of a search page. */
export const MAX_ALERT_PAGE_SIZE = 2000;

/** Returns the name of an interval in message keys. */
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
