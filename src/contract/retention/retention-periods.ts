import { ALERT_CONFIRM_HOURS } from '../alerts.js';
import { CONSENT_PROOF_YEARS } from '../accounts/consent-proof.js';
import { MESSAGE_FILES_KEPT_DAYS, UPLOADS_KEPT_HOURS } from '../applications/uploads.js';

const MONTHS_OF_A_YEAR = 12;

/** What a period is counted in. Months are those of the calendar, in UTC. */
export type RetentionUnit = 'hour' | 'day' | 'month';

/** How long a kind of data is kept, and how far a site may differ from that. */
export interface RetentionDefault {
  unit: RetentionUnit;
  /** In units; null: each row says itself when it ends. */
  period: number | null;
  /** What a site may set in its `retention`; missing: other parts of the product, or texts that people have read, rely on the period. */
  settable?: { min: number; max: number };
  /** At least so many units where the site's home is this country (ISO 3166-1 alpha-2), because a law says so. */
  minimumIn?: Readonly<Record<string, number>>;
}

/**
 * How long each kind of data is kept. `admin.retention.kinds` and `admin.retention.reasons` of the catalogues say for each what it is, from when
 * on the time counts, and why it is as long as it is.
 */
export const RETENTION = {
  /** Files of forms that nobody has sent. */
  uploads: { unit: 'hour', period: UPLOADS_KEPT_HOURS },
  /** Sessions, links in mails, invitations and solved captchas. */
  expiredAccess: { unit: 'hour', period: null },
  /** Addresses for which an alert was asked without logging in: as long as the link in the mail works. */
  unconfirmedAlerts: { unit: 'hour', period: ALERT_CONFIRM_HOURS },
  /** Whoever has not shown in this time that they read the mail of an address does not keep it from its owner. */
  unconfirmedAccounts: { unit: 'day', period: 14, settable: { min: 4, max: 90 } },
  /** Mails of the outbox, with whom they went to. They are tried for three days. */
  emails: { unit: 'day', period: 7, settable: { min: 4, max: 90 } },
  /** Files of messages to the operators. The mail that links to them names the day. */
  messageFiles: { unit: 'day', period: MESSAGE_FILES_KEPT_DAYS },
  /** Files of applications, by `Job.cvDuration`. */
  applicationFiles: { unit: 'day', period: null },
  /**
   * Applications, after the later of the end of their job and their last step; where the job still runs, after the applicant was hired or declined
   * or withdrew. A year is what public job services keep them for the employer (DFE-Digital/teaching-vacancies#3472). At least three months, so that
   * the weekly numbers of a job never shrink.
   */
  applications: { unit: 'month', period: 12, settable: { min: 3, max: 120 } },
  /**
   * Applications of people who were interviewed. In Ontario, employers keep what they have told them for three years (Employment Standards Act,
   * part III.1, in force since 2026).
   */
  interviewedApplications: { unit: 'month', period: 12, settable: { min: 3, max: 120 }, minimumIn: { CA: 36 } },
  /**
   * Jobs, after their end, once all applications are deleted. In Ontario, employers keep a posting with its form for three years after it can be
   * seen no longer (Employment Standards Act, section 15 (7.1)).
   */
  postings: { unit: 'month', period: 36, settable: { min: 12, max: 240 }, minimumIn: { CA: 36 } },
  /**
   * Resumes, after their last change or login of their owner, whichever is later: two years after the last contact, as data protection authorities
   * recommend for applicants' data (CNIL).
   */
  resumes: { unit: 'month', period: 24, settable: { min: 6, max: 120 } },
  /** Confirmed accounts with all that belongs to them, after the last login. */
  unusedAccounts: { unit: 'month', period: 36, settable: { min: 12, max: 120 } },
  /** That a deletion was announced, after the day for which it was. It names nobody, and proves the mail when the outbox has forgotten it. */
  notices: { unit: 'month', period: 36 },
  /** Words that were searched for too rarely to be shown. */
  rareSearches: { unit: 'day', period: 14 },
  searchCounts: { unit: 'day', period: 182, settable: { min: 14, max: 182 } },
  /** How often a job was seen on each day; pages show twelve weeks of it. */
  jobNumbers: { unit: 'day', period: 182, settable: { min: 84, max: 182 } },
  auditEvents: { unit: 'day', period: 730, settable: { min: 90, max: 3650 } },
  /** After the account was deleted: the usual limitation period. */
  consentProofs: { unit: 'month', period: CONSENT_PROOF_YEARS * MONTHS_OF_A_YEAR },
} as const satisfies Readonly<Record<string, RetentionDefault>>;

/** How many days before it somebody is told that what they have sent is deleted. */
export const NOTICE_DAYS = 14;
/** The same for an account or a resume that nobody uses: whoever logs in keeps it. */
export const UNUSED_NOTICE_DAYS = 30;

export type RetentionKind = keyof typeof RETENTION;
/** Kinds whose period a site may set. */
export type SettableKind = {
  [Kind in RetentionKind]: (typeof RETENTION)[Kind] extends { settable: object } ? Kind : never;
}[RetentionKind];
export const RETENTION_KINDS = Object.keys(RETENTION) as RetentionKind[];

/** Periods that a site sets itself, each in the unit of its kind. */
export type OwnRetention = Partial<Record<RetentionKind, number | undefined>>;

/** @returns the default of a kind, with all that may be missing */
export function retentionDefault(kind: RetentionKind): RetentionDefault {
  return RETENTION[kind];
}

/** What decides how long a site keeps something. */
export interface RetentionSite {
  /** ISO codes, its home first. */
  countries: readonly string[];
  retention?: OwnRetention | undefined;
}

/** Where a period comes from: the site's own configuration, a law of its home, or the product. */
export type RetentionSource = 'site' | 'law' | 'default';

/** @returns how long a site keeps a kind of data, in units of the kind; null: each row says itself when it ends */
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

/** @returns for how many units a law of the site's home wants a kind of data kept; 0: no law is known */
export function lawfulMinimum(kind: RetentionKind, [home = '']: readonly string[]): number {
  return retentionDefault(kind).minimumIn?.[home] ?? 0;
}

const HOUR_MS = 3_600_000;
const HOURS_OF_A_DAY = 24;

/** @returns the time that was so many units before another one: what is not younger is due */
export function unitsBefore(time: Date, count: number, unit: RetentionUnit): Date {
  return unitsAfter(time, -count, unit);
}

/** @returns the time so many units after another one */
export function unitsAfter(time: Date, count: number, unit: RetentionUnit): Date {
  if (unit !== 'month') return new Date(time.getTime() + count * HOUR_MS * (unit === 'day' ? HOURS_OF_A_DAY : 1));
  const after = new Date(time);
  // Not into the month that follows, where this one has fewer days.
  after.setUTCDate(1);
  after.setUTCMonth(after.getUTCMonth() + count);
  after.setUTCDate(Math.min(time.getUTCDate(), lastDayOfMonth(after)));
  return after;
}

function lastDayOfMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
