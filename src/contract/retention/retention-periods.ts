import { ALERT_CONFIRM_HOURS } from '../alerts.js';
import { CONSENT_PROOF_YEARS } from '../consent/consent-services.js';
import { MESSAGE_FILES_KEPT_DAYS, UPLOADS_KEPT_HOURS } from '../applications/uploads.js';

const MONTHS_OF_A_YEAR = 12;

/** Unit of a retention period. Months are calendar months in UTC. */
export type RetentionUnit = 'hour' | 'day' | 'month';

/** Default retention period of a kind of data, and the allowed range for sites. */
export interface RetentionDefault {
  unit: RetentionUnit;
  /** In units; null: each row has its own expiry. */
  period: number | null;
  /** Range that a site may set in its `retention`; missing if other parts of the product, or published texts, rely on the period. */
  settable?: { min: number; max: number };
  /** Minimum number of units required by law, by the site's home country (ISO 3166-1 alpha-2). */
  minimumIn?: Readonly<Record<string, number>>;
}

/**
 * Retention period of each kind of data. `admin.retention.kinds` and `admin.retention.reasons` of the catalogues describe each kind, the
 * start of the period and the reason for its length.
 */
export const RETENTION = {
  /** Uploaded files whose forms were never sent. */
  uploads: { unit: 'hour', period: UPLOADS_KEPT_HOURS },
  /** Sessions, links in mails, invitations and solved captchas. */
  expiredAccess: { unit: 'hour', period: null },
  /** Addresses for which an anonymous visitor requested an alert: the lifetime of the link in the mail. */
  unconfirmedAlerts: { unit: 'hour', period: ALERT_CONFIRM_HOURS },
  /** Accounts whose address was not confirmed in time, so that they do not block the owner of the address. */
  unconfirmedAccounts: { unit: 'day', period: 14, settable: { min: 4, max: 90 } },
  /** Mails of the outbox with their recipients. Delivery is attempted for three days. */
  emails: { unit: 'day', period: 7, settable: { min: 4, max: 90 } },
  /** Files of messages to the operators. The mail with the link states the last day. */
  messageFiles: { unit: 'day', period: MESSAGE_FILES_KEPT_DAYS },
  /** Files of applications, with their expiry from `Job.cvDuration`. */
  applicationFiles: { unit: 'day', period: null },
  /**
   * Applications, counted from the later of the end of their job and their last step; while the job is still active, from the day when the
   * applicant was hired or declined or withdrew. Public job services keep them for a year for the employer
   * (DFE-Digital/teaching-vacancies#3472). At least three months, so that the weekly statistics of a job never decrease.
   */
  applications: { unit: 'month', period: 12, settable: { min: 3, max: 120 } },
  /**
   * Applications of people who were interviewed. In Ontario, employers must keep the information that they gave them for three years
   * (Employment Standards Act, part III.1, in force since 2026).
   */
  interviewedApplications: { unit: 'month', period: 12, settable: { min: 3, max: 120 }, minimumIn: { CA: 36 } },
  /**
   * Jobs, counted from their end, once all applications are deleted. In Ontario, employers must keep a posting with its application form
   * for three years after it is no longer public (Employment Standards Act, section 15 (7.1)).
   */
  postings: { unit: 'month', period: 36, settable: { min: 12, max: 240 }, minimumIn: { CA: 36 } },
  /**
   * Resumes, counted from the later of their last change and their owner's last login: two years after the last contact, as data protection
   * authorities recommend for applicants' data (CNIL).
   */
  resumes: { unit: 'month', period: 24, settable: { min: 6, max: 120 } },
  /** Confirmed accounts with all their data, counted from the last login. */
  unusedAccounts: { unit: 'month', period: 36, settable: { min: 12, max: 120 } },
  /**
   * Records of announced deletions, counted from the announced day. They name nobody, and prove the mail after the outbox has been cleared.
   */
  notices: { unit: 'month', period: 36 },
  /** Search terms that were too rare to be displayed. */
  rareSearches: { unit: 'day', period: 14 },
  searchCounts: { unit: 'day', period: 182, settable: { min: 14, max: 182 } },
  /** Daily view counts of jobs; pages show twelve weeks of them. */
  jobNumbers: { unit: 'day', period: 182, settable: { min: 84, max: 182 } },
  auditEvents: { unit: 'day', period: 730, settable: { min: 90, max: 3650 } },
  /** Counted from the deletion of the account: the usual limitation period. */
  consentProofs: { unit: 'month', period: CONSENT_PROOF_YEARS * MONTHS_OF_A_YEAR },
} as const satisfies Readonly<Record<string, RetentionDefault>>;

/** Number of days before the deletion of their data when people are notified. */
export const NOTICE_DAYS = 14;
/** The same for an unused account or resume: logging in prevents the deletion. */
export const UNUSED_NOTICE_DAYS = 30;

export type RetentionKind = keyof typeof RETENTION;
/** Kinds whose period a site may set. */
export type SettableKind = {
  [Kind in RetentionKind]: (typeof RETENTION)[Kind] extends { settable: object } ? Kind : never;
}[RetentionKind];
export const RETENTION_KINDS = Object.keys(RETENTION) as RetentionKind[];

/** Periods set by a site, each in the unit of its kind. */
export type OwnRetention = Partial<Record<RetentionKind, number | undefined>>;

/** @returns the default of a kind, with optional properties */
export function retentionDefault(kind: RetentionKind): RetentionDefault {
  return RETENTION[kind];
}

/** The part of a site's configuration that determines retention periods. */
export interface RetentionSite {
  /** ISO country codes, the site's home country first. */
  countries: readonly string[];
  retention?: OwnRetention | undefined;
}

/** Origin of a period: the site's own configuration, a law of its home country, or the product's default. */
export type RetentionSource = 'site' | 'law' | 'default';

/** @returns the retention period of a kind of data on a site, in the unit of the kind; null: each row has its own expiry */
export function retentionOf(
  kind: RetentionKind,
  { countries, retention }: RetentionSite,
): { period: number | null; source: RetentionSource } {
  const { period } = retentionDefault(kind);
  const own = retention?.[kind];
  if (own !== undefined) return { period: own, source: 'site' };
  const minimum = lawfulMinimum(kind, countries);
  if (period !== null && minimum > period) return { period: minimum, source: 'law' };
  return { period, source: 'default' };
}

/** @returns the minimum number of units required by a law of the site's home country; 0 if no law is known */
export function lawfulMinimum(kind: RetentionKind, [home = '']: readonly string[]): number {
  return retentionDefault(kind).minimumIn?.[home] ?? 0;
}

const HOUR_MS = 3_600_000;
const HOURS_OF_A_DAY = 24;

/** @returns the time `count` units before the given one; data of that time or older is due for deletion */
export function unitsBefore(time: Date, count: number, unit: RetentionUnit): Date {
  return unitsAfter(time, -count, unit);
}

/** @returns the time `count` units after the given one */
export function unitsAfter(time: Date, count: number, unit: RetentionUnit): Date {
  if (unit !== 'month') return new Date(time.getTime() + count * HOUR_MS * (unit === 'day' ? HOURS_OF_A_DAY : 1));
  const after = new Date(time);
  // Avoids an overflow into the following month if the target month is shorter.
  after.setUTCDate(1);
  after.setUTCMonth(after.getUTCMonth() + count);
  after.setUTCDate(Math.min(time.getUTCDate(), lastDayOfMonth(after)));
  return after;
}

function lastDayOfMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
