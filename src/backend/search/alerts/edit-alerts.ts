import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { ALERT_SECONDS, MAX_ALERT_PAGE_SIZE, MAX_ALERTS } from '#contract/alerts.js';
import { checkEmail, normalizeEmail, type AccountViolation } from '#contract/accounts/account-rules.js';
import type { AccountError } from '#contract/generated/resolvers.js';
import { alertLinkPath, JOBS_PATH, RESUMES_PATH } from '#contract/pages/paths.js';
import { findMerged, type MergedOrganizations } from '../../domain/organizations/organization.repository.js';
import { accountMessage } from '../../domain/accounts/account-results.js';
import type { Viewer, RequestContext } from '../../platform/graphql/request-context.js';
import type { AlertKind, SavedSearch, SearchToSave } from '../../platform/database/tables/alert-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { badUserInput } from '../../platform/graphql/allow.js';
import { putMail } from '../../platform/mail/outbox.js';
import { ruleMessage, textsOf } from '../../platform/texts/site-texts.js';
import { namedInSearch, searchAfterMerge, ORGANIZATION_FIELDS } from '../saved-searches/saved-search.js';
import {
  type AlertIndexes,
  belongsTo,
  notifyWorkers,
  nextDue,
  type StoredAlert,
  dueAfterChange,
} from './alert-rows.js';
import { waitForMatching } from './match-arrivals.js';

const ALERT_RULES = ['seconds', 'many', 'off'] as const;

/** Rules of alerts only; all other messages are those of accounts. */
type AlertRule = (typeof ALERT_RULES)[number];

interface AlertViolation {
  field?: string;
  rule: AlertRule | AccountViolation['rule'];
}

export function alertErrors(
  violations: readonly AlertViolation[],
  { site, locale }: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  const texts = textsOf(site, locale);
  return violations.map(({ field, rule }) => ({
    __typename: 'AccountError',
    field: field ?? null,
    code: null,
    ...(isOwn(rule) ? ruleMessage(texts.t, `errors.alert.${rule}`) : accountMessage({ rule }, texts)),
  }));
}

function isOwn(rule: AlertViolation['rule']): rule is AlertRule {
  return ALERT_RULES.some((own) => own === rule);
}

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Maximum number of confirmation mails to an address per day, whoever requests them, apart from those that were answered; beyond it none is
 * sent, and the response is the same.
 */
const MAX_REQUESTS_PER_DAY = 5;

export interface AlertToCreate {
  kind: AlertKind;
  search: SearchToSave;
  page: string;
  everySeconds: number;
  /** Only for visitors who are not logged in. */
  email?: string | null;
}

export type CreateOutcome =
  { kind: 'kept'; id: string } | { kind: 'check-mail' } | { kind: 'faults'; violations: AlertViolation[] };

/**
 * Saves a search as an alert (APP-06, REC-10): for an account at once; for an email address once its owner has confirmed it. The response
 * does not reveal whether an address has alerts.
 *
 * @throws BAD_USER_INPUT for a search or a page that no page of the product sends
 */
export async function createAlert(
  { database, indexes }: { database: Kysely<Database>; indexes: AlertIndexes },
  input: AlertToCreate,
  { site, language, now, viewer }: Pick<RequestContext, 'site' | 'language' | 'now' | 'viewer'>,
): Promise<CreateOutcome> {
  checkPage(input);
  const email = viewer ? undefined : normalizeEmail(input.email ?? '');
  const violations: AlertViolation[] = [
    ...(email === undefined ? [] : checkEmail(email)),
    ...(ALERT_SECONDS[input.kind].includes(input.everySeconds)
      ? []
      : [{ field: 'everySeconds', rule: 'seconds' } as const]),
    ...(site.mail ? [] : [{ rule: 'off' } as const]),
  ];
  if (violations.length > 0) return { kind: 'faults', violations };
  const search = await indexes[input.kind].save(input.search, site.name);
  return database.transaction().execute(async (trx) => {
    // The visitor may have loaded the search page before a merge.
    const merged = await findMerged(trx, site.name, { ...namedInSearch(search), waits: true });
    const page = merged.inPath(input.page);
    const alert: NewAlert = { ...input, page, site: site.name, language, token: newToken(), now };
    const searchId = await provideSearch(trx, alert, searchAfterMerge(search, merged));
    if (viewer) return createForAccount(trx, { ...alert, searchId }, viewer);
    await ask(trx, { ...alert, searchId }, email!);
    return { kind: 'check-mail' };
  });
}

interface NewAlert extends AlertToCreate {
  site: string;
  language: string;
  token: string;
  now: Date;
}

/** @returns a random token for the links in an alert's mails */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

function checkPage({ kind, page }: AlertToCreate): void {
  const path = kind === 'job' ? JOBS_PATH : RESUMES_PATH;
  const rest = page.startsWith(path) ? page.slice(path.length) : undefined;
  if (page.length > MAX_ALERT_PAGE_SIZE || rest === undefined || !/^(?:[/?][\w\-./?=&%+~*!'(),:@]*)?$/.test(rest))
    throw badUserInput(`"page" is no address of a search below ${path}`);
}

/** @returns the id of the search; equal searches share one row */
export async function provideSearch(
  trx: Kysely<Database>,
  { kind, site }: { kind: AlertKind; site: string },
  search: SavedSearch,
): Promise<number> {
  const text = JSON.stringify(search);
  const digest = createHash('sha256').update(text).digest();
  // The update locks the row, so that the cleanup cannot delete it before the alert is inserted.
  const { id } = await trx
    .insertInto('alert_search')
    .values({ kind, site, digest, search: text })
    .onConflict((conflict) => conflict.columns(['kind', 'site', 'digest']).doUpdateSet({ site }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An alert that the account or its email address already has keeps its interval, unless it is paused. */
async function createForAccount(
  trx: Kysely<Database>,
  alert: NewAlert & { searchId: number },
  { accountId, email, profile }: Viewer,
): Promise<CreateOutcome> {
  const { kind, site, searchId, now } = alert;
  await sql`select from account where id = ${accountId}::uuid for update`.execute(trx);
  const { rows: others } = await sql<{ search_id: number }>`
    select search_id from alert where account_id = ${accountId}::uuid and site = ${site} and kind = ${kind}
  `.execute(trx);
  const isThere = others.some(({ search_id: other }) => other === searchId);
  if (!isThere && others.length >= MAX_ALERTS) return { kind: 'faults', violations: [{ rule: 'many' }] };
  const ofAddress = profile.emailVerified && email;
  await giveToAccount(trx, accountId, sql`search_id = ${searchId} and email = ${ofAddress}`);
  const { rows } = await sql<{ id: string }>`
    insert into alert (kind, site, search_id, account_id, token, language, page, every_seconds, due_at, confirmed_at, created_at)
    values (${kind}, ${site}, ${searchId}, ${accountId}::uuid, ${alert.token}, ${alert.language}, ${alert.page}, ${alert.everySeconds},
      ${nextDue(now, alert.everySeconds)}, ${now}, ${now})
    on conflict (account_id, search_id) where account_id is not null do update set
      every_seconds = case when alert.due_at is null then excluded.every_seconds else alert.every_seconds end,
      due_at = coalesce(alert.due_at, excluded.due_at),
      confirmed_at = coalesce(alert.confirmed_at, excluded.confirmed_at),
      since = case when alert.due_at is null then excluded.since else alert.since end,
      page = excluded.page, language = excluded.language
    returning id
  `.execute(trx);
  await notifyWorkers(trx, site);
  return { kind: 'kept', id: rows[0]!.id };
}

/**
 * Makes alerts of an email address alerts of an account, so that no mail is sent twice. They keep what they have to report, when their next
 * mail is due, and their links. If the account has an alert for the same search, one of the two is ended in favor of the other.
 *
 * @param which condition for the alerts of the email address
 */
async function giveToAccount(trx: Kysely<Database>, accountId: string, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; owner: string }>`
    with given as (select id, search_id from alert where ${which})
    select alert.id, alert.search_id::text as owner from alert
    where alert.id in (select id from given)
      or (alert.account_id = ${accountId}::uuid and alert.search_id in (select search_id from given))
    order by ${BEST_FIRST} for update of alert
  `.execute(trx);
  for (const { id } of await endDuplicates(trx, rows))
    await sql`update alert set account_id = ${accountId}::uuid, email = null where id = ${id}::uuid`.execute(trx);
}

/**
 * Called when the owner of an account has confirmed another address: alerts of both addresses become alerts of the account, where the owner
 * can manage them, and where they are deleted with it.
 *
 * @param addresses.former null if it was never confirmed; its alerts may then belong to somebody else
 */
export async function followEmailChange(
  trx: Kysely<Database>,
  accountId: string,
  { former, current }: { former: string | null; current: string },
): Promise<void> {
  await sql`delete from alert where email = ${former} and confirmed_at is null`.execute(trx);
  await giveToAccount(trx, accountId, sql`email in (${former}, ${current}) and confirmed_at is not null`);
}

/** Changes the language of the mails of all alerts of a viewer, also of those created without the account. */
export async function changeLanguage(
  trx: Kysely<Database>,
  site: string,
  viewer: Viewer,
  language: string,
): Promise<void> {
  await sql`update alert set language = ${language} where site = ${site} and ${belongsTo(viewer)}`.execute(trx);
}

/** An alert of an address that asks for another one. */
interface Asked {
  mine: boolean;
  waiting: boolean;
  created_at: Date;
  site: string;
  token: string;
  of_account: boolean;
}

/** Sends a confirmation mail to the address, unless one was sent recently or the alert already exists. */
async function ask(trx: Kysely<Database>, alert: NewAlert & { searchId: number }, email: string): Promise<void> {
  const { kind, site, searchId, everySeconds, language, page, now } = alert;
  // Serializes requests for the same address, so that the counts are correct.
  await sql`select pg_advisory_xact_lock(hashtext(${`alert ${email}`}))`.execute(trx);
  const { rows } = await sql<Asked>`
    select search_id = ${searchId} as mine, confirmed_at is null as waiting, alert.created_at, alert.site, alert.token,
      alert.account_id is not null as of_account
    from alert left join account on account.id = alert.account_id
    where alert.email = ${email} or (account.email = ${email} and alert.search_id = ${searchId})
  `.execute(trx);
  const own = rows.find(({ mine }) => mine);
  if (own && (!own.waiting || own.created_at.getTime() > now.getTime() - HOUR_MS)) return;
  const onSite = rows.filter((row) => row.site === site && !row.of_account);
  if (!own && onSite.length >= MAX_ALERTS) return;
  // Alerts do not tell how many mails were sent: a request may be repeated, and an alert be ended by a link in its mail.
  const answered = rows.filter(({ waiting }) => !waiting).map(({ token }) => alertLinkPath(token));
  const { rows: unanswered } = await sql`
    select from mail where recipient = ${email} and template = 'alert-confirm' and created_at > ${new Date(now.getTime() - DAY_MS)}
      and details ->> 'path' <> all(${answered}::text[])
  `.execute(trx);
  if (unanswered.length >= MAX_REQUESTS_PER_DAY) return;
  const { rows: made } = await sql<{ token: string }>`
    insert into alert (kind, site, search_id, email, token, language, page, every_seconds, created_at)
    values (${kind}, ${site}, ${searchId}, ${email}, ${alert.token}, ${language}, ${page}, ${everySeconds}, ${now})
    on conflict (email, search_id) where email is not null do update set created_at = excluded.created_at,
      every_seconds = excluded.every_seconds, page = excluded.page, language = excluded.language
    returning token
  `.execute(trx);
  const details = { path: alertLinkPath(made[0]!.token) };
  await putMail(trx, { site, language, template: 'alert-confirm', recipient: email, details }, now);
}

/** Activates an alert. Jobs or resumes that arrived before are not reported as new. */
export async function confirmAlert(database: Kysely<Database>, alert: StoredAlert, now: Date): Promise<void> {
  if (alert.confirmed_at) return;
  await database.transaction().execute(async (trx) => {
    await sql`
      update alert set confirmed_at = ${now}, due_at = ${nextDue(now, alert.every_seconds)}, since = pg_current_snapshot()
      where id = ${alert.id}::uuid and confirmed_at is null
    `.execute(trx);
    await notifyWorkers(trx, alert.site);
  });
}

/** @returns the violated rules; empty if the interval was changed */
export async function changeAlert(
  database: Kysely<Database>,
  alert: StoredAlert,
  everySeconds: number,
  now: Date,
): Promise<AlertViolation[]> {
  if (!ALERT_SECONDS[alert.kind].includes(everySeconds)) return [{ field: 'everySeconds', rule: 'seconds' }];
  const last = alert.sent_at ?? alert.confirmed_at;
  const due = last && dueAfterChange(last, everySeconds, now);
  await database.transaction().execute(async (trx) => {
    await sql`
      update alert set every_seconds = ${everySeconds}, due_at = ${due}::timestamptz,
        since = case when due_at is null then pg_current_snapshot() else since end
      where id = ${alert.id}::uuid
    `.execute(trx);
    await notifyWorkers(trx, alert.site);
  });
  return [];
}

/** Deletes an alert with its matches. */
export async function deleteAlert(database: Kysely<Database>, { id }: StoredAlert): Promise<void> {
  await database.deleteFrom('alert').where('id', '=', id).execute();
}

/**
 * Changes alerts for organizations of the site that were merged into others into alerts for those others. If a person had alerts for both,
 * the one with the shorter interval is kept.
 */
export async function followMerges(trx: Kysely<Database>, site: string): Promise<void> {
  if ((await searchesWithOrganizations(trx, site)).length === 0) return;
  // A matching run in progress has read the old searches, which would not find the jobs that have moved.
  await waitForMatching(trx, 'job');
  const searches = await searchesWithOrganizations(trx, site);
  const named = searches.map(({ search }) => namedInSearch(search));
  const merged = await findMerged(trx, site, {
    ids: named.flatMap(({ ids }) => ids),
    names: named.flatMap(({ names }) => names),
    // Waiting could deadlock two merges. The second one gets here only when the first one has ended.
    waits: false,
  });
  for (const [index, { id, search }] of searches.entries()) {
    if (!merged.concerns(named[index]!)) continue;
    const to = await provideSearch(trx, { kind: 'job', site }, searchAfterMerge(search, merged));
    await moveAlerts(trx, { from: id, to }, merged);
  }
}

/** Applies earlier merges to alerts that still name merged organizations, for example because they are older than `followMerges`. */
export async function followEarlierMerges(database: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ site: string }>`
    select distinct site from organization where merged_into is not null
  `.execute(database);
  for (const { site } of rows) await database.transaction().execute((trx) => followMerges(trx, site));
}

async function searchesWithOrganizations(
  trx: Kysely<Database>,
  site: string,
): Promise<{ id: number; search: SavedSearch }[]> {
  // Searches without alerts are left to the cleanup.
  const { rows } = await sql<{ id: number; search: SavedSearch }>`
    select id, search from alert_search s
    where kind = 'job' and site = ${site} and exists (select from alert where alert.search_id = s.id)
      and jsonb_path_query_array(search, '$.condition_group.**.name') ?| ${ORGANIZATION_FIELDS}::text[]
    order by id
  `.execute(trx);
  return rows;
}

/** Order in which alerts of one person for the same search are kept: the active one with the shortest interval first. */
const BEST_FIRST = sql`
  alert.due_at is null, alert.confirmed_at is null, alert.account_id is null, alert.every_seconds, alert.created_at, alert.id
`;

async function moveAlerts(
  trx: Kysely<Database>,
  { from, to }: { from: number; to: number },
  merged: MergedOrganizations,
): Promise<void> {
  // The owner is an account, or an email address that no account has confirmed.
  const { rows } = await sql<{ id: string; page: string; owner: string }>`
    select alert.id, alert.page, coalesce(alert.account_id::text, account.id::text, alert.email) as owner
    from alert left join account on account.email = alert.email and account.email_verified is not null
    where alert.search_id in (${from}, ${to}) order by ${BEST_FIRST} for update of alert
  `.execute(trx);
  for (const { id, page } of await endDuplicates(trx, rows))
    await sql`update alert set search_id = ${to}, page = ${merged.inPath(page)} where id = ${id}::uuid`.execute(trx);
}

/** Ends all alerts but the first of each owner in favor of that one. @returns the remaining ones */
async function endDuplicates<Alert extends { id: string; owner: string }>(
  trx: Kysely<Database>,
  alerts: readonly Alert[],
): Promise<Alert[]> {
  const remaining = new Map<string, Alert>();
  for (const alert of alerts) {
    const other = remaining.get(alert.owner);
    if (other) await endInFavorOf(trx, alert, other);
    else remaining.set(alert.owner, alert);
  }
  return [...remaining.values()];
}

/**
 * Deletes an alert in favor of another one, which does not report again what the deleted one has sent, and sends what it would have sent.
 * Links in emails of the deleted alert then refer to the other one, because an unsubscribe link has to work after the email was sent (in
 * Canada for at least 60 days: CASL, section 11).
 */
async function endInFavorOf(trx: Kysely<Database>, alert: { id: string }, other: { id: string }): Promise<void> {
  await sql`
    insert into alert_match (alert_id, item_id, sent_at)
    select ${other.id}::uuid, item_id, sent_at from alert_match where alert_id = ${alert.id}::uuid
    on conflict (alert_id, item_id) do update set sent_at = coalesce(alert_match.sent_at, excluded.sent_at)
  `.execute(trx);
  await sql`update alert_former_token set alert_id = ${other.id}::uuid where alert_id = ${alert.id}::uuid`.execute(trx);
  await sql`
    with replaced as (delete from alert where id = ${alert.id}::uuid returning token)
    insert into alert_former_token (token, alert_id) select token, ${other.id}::uuid from replaced
  `.execute(trx);
}
