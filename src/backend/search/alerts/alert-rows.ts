import { sql, type Kysely, type RawBuilder } from 'kysely';
import { NEVER_SECONDS } from '#contract/alerts.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Alert } from '#contract/generated/resolvers.js';
import type { Viewer, RequestContext } from '../../platform/graphql/request-context.js';
import type { AlertKind, SavedSearch } from '../../platform/database/tables/alert-tables.js';
import { isUuid } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import type { SavedSearchIndex } from '../saved-searches/saved-searches.js';

/** The indexes that alerts search. */
export type AlertIndexes = Readonly<Record<AlertKind, SavedSearchIndex>>;

export interface StoredAlert {
  id: string;
  kind: AlertKind;
  site: string;
  search: SavedSearch;
  page: string;
  every_seconds: number;
  due_at: Date | null;
  confirmed_at: Date | null;
  sent_at: Date | null;
  created_at: Date;
}

const MAX_LISTED = 100;

/** @returns the names of the sites that have alerts of a kind; sites without resumes or the required roles send none (SITE-04) */
export function sitesWithAlerts(
  sites: readonly Pick<BackendSite, 'name' | 'resumes' | 'roles'>[],
  kind: AlertKind,
): string[] {
  const has = ({ resumes, roles }: Pick<BackendSite, 'resumes' | 'roles'>): boolean =>
    kind === 'job' ? roles?.applicant !== false : resumes !== false && roles?.recruiter !== false;
  return sites.filter(has).map(({ name }) => name);
}

/** Condition for the alerts of a viewer: those of the account, and those of its email address once that is confirmed. */
export function belongsTo({
  accountId,
  email,
  profile,
}: Pick<Viewer, 'accountId' | 'email' | 'profile'>): RawBuilder<boolean> {
  const confirmed = profile.emailVerified === null ? null : email;
  return sql<boolean>`(alert.account_id = ${accountId}::uuid or alert.email = ${confirmed}::text)`;
}

/** @returns the viewer's alerts, newest first */
export function findAlertsOf(database: Kysely<Database>, site: string, viewer: Viewer): Promise<StoredAlert[]> {
  return find(database, sql`alert.site = ${site} and ${belongsTo(viewer)}`);
}

export async function findAlertOf(
  database: Kysely<Database>,
  { id, site, viewer }: { id: string; site: string; viewer: Viewer },
): Promise<StoredAlert | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await find(database, sql`alert.id = ${id}::uuid and alert.site = ${site} and ${belongsTo(viewer)}`);
  return row;
}

/** Finds the alert that a link in a mail refers to; if it has been replaced, the one that replaced it. */
export async function findAlertOfLink(
  database: Kysely<Database>,
  { token, site }: { token: string; site: string },
): Promise<StoredAlert | undefined> {
  const replaced = sql`select alert_id from alert_former_token where token = ${token}`;
  const [row] = await find(
    database,
    sql`(alert.token = ${token} or alert.id = (${replaced})) and alert.site = ${site}`,
  );
  return row;
}

async function find(database: Kysely<Database>, where: RawBuilder<unknown>): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    select alert.id, alert.kind, alert.site, alert_search.search, alert.page, alert.every_seconds, alert.due_at, alert.confirmed_at,
      alert.sent_at, alert.created_at
    from alert join alert_search on alert_search.id = alert.search_id
    where ${where} order by alert.created_at desc, alert.id limit ${MAX_LISTED}
  `.execute(database);
  return rows;
}

export async function toAlert(
  row: StoredAlert,
  indexes: AlertIndexes,
  { site, language }: Pick<RequestContext, 'site' | 'language'>,
): Promise<Alert> {
  return {
    id: row.id,
    kind: row.kind,
    summary: await indexes[row.kind].describe(row.search, site, language),
    url: { path: row.page },
    everySeconds: row.every_seconds,
    confirmed: row.confirmed_at !== null,
    created: row.created_at.toISOString(),
    lastSent: row.sent_at?.toISOString() ?? null,
    next: row.due_at?.toISOString() ?? null,
  };
}

/** Notifies the workers of all processes that mails may be due earlier. Must be called in the transaction that changes the alert. */
export async function notifyWorkers(trx: Kysely<Database>, site: string): Promise<void> {
  await sql`insert into data_change (kind, site) values ('alert', ${site})`.execute(trx);
}

const HOUR_MS = 3_600_000;

/**
 * Returns the time of an alert's next mail: not before the chosen interval has passed, rounded up to a full hour, so that new jobs are read
 * once for many alerts.
 *
 * @param last time at which the last mail was sent or due
 * @returns null if no more mails are sent
 */
export function nextDue(last: Date, everySeconds: number): Date | null {
  if (everySeconds === NEVER_SECONDS) return null;
  return new Date(Math.ceil((last.getTime() + everySeconds * 1000) / HOUR_MS) * HOUR_MS);
}

/**
 * Like `nextDue`, after a mail was due: a mail that is sent a little later does not postpone the following ones. If the next mail would
 * already be due as well, the interval begins now.
 */
export function dueAfter(last: Date, everySeconds: number, now: Date): Date | null {
  const due = nextDue(last, everySeconds);
  return due && due <= now ? nextDue(new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS), everySeconds) : due;
}

/** Like `nextDue`, after a change of the interval: a mail that would already be due is sent now. */
export function dueAfterChange(last: Date, everySeconds: number, now: Date): Date | null {
  const due = nextDue(last, everySeconds);
  return due && due < now ? now : due;
}
