import { sql, type Kysely, type Transaction, type RawBuilder } from 'kysely';
import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { MAIL_QUERY } from '#contract/job-views.js';
import { jobPath, resumePath } from '#contract/pages/paths.js';
import type { AlertKind, SavedSearch } from '../../platform/database/tables/alert-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { insertingMails, type Mail, type AlertDetails } from '../../platform/mail/outbox.js';
import type { ReceiptCheck } from '../../platform/mail/outbox-worker.js';
import { type AlertIndexes, dueAfter, sitesWithAlerts } from './alert-rows.js';

/** Kind of alert of each template of alert mails. */
const KIND_OF: Readonly<Partial<Record<string, AlertKind>>> = { 'job-alert': 'job', 'resume-alert': 'resume' };

/** Maximum number of alerts per transaction. */
export const ALERTS_A_TURN = 200;
/** Maximum number of items reported in one mail; others follow in the next one. */
const MAX_REPORTED = 200;

interface DueAlert {
  id: string;
  site: string;
  language: string;
  token: string;
  page: string;
  every_seconds: number;
  due_at: Date;
  search: SavedSearch;
  /** null if no mail may be sent. */
  recipient: string | null;
  /** null if there are no new items. */
  ids: number[] | null;
  items: FoundItem[] | null;
}

/**
 * Writes the mails of alerts that are due. The mail, the record of reported items and the next due time are stored in one transaction, so
 * that they stay consistent if the process dies. Items that are no longer visible are not reported, and without any items no mail is sent.
 * Concurrent processes take different alerts.
 *
 * @returns number of alerts that were due; call again if it is `ALERTS_A_TURN`
 */
export async function sendAlerts(
  { database, indexes, sites }: { database: Kysely<Database>; indexes: AlertIndexes; sites: readonly BackendSite[] },
  kind: AlertKind,
  now: Date,
): Promise<{ due: number; mails: number }> {
  return database.transaction().execute(async (trx) => {
    const due = await takeDue(trx, kind, {
      now,
      sites: sitesWithAlerts(sites, kind),
      approving: approvingSites(sites),
    });
    const sent = due.filter(({ recipient, ids }) => recipient !== null && ids !== null);
    const mails: Mail[] = [];
    for (const alert of sent) mails.push(await mailOf(alert));
    if (mails.length > 0) await sql`with made as (select 1) ${insertingMails(mails, 'made', now)}`.execute(trx);
    await recordSent(trx, sent, now);
    await putOff(trx, due, new Set(sent), now);
    return { due: due.length, mails: mails.length };
  });

  async function mailOf(alert: DueAlert): Promise<Mail> {
    const site = sites.find(({ name }) => name === alert.site)!;
    const summary = await indexes[kind].describe(alert.search, site, alert.language);
    const items = (alert.items ?? []).map((item): AlertItem => ITEMS_OF[kind].show(item));
    return {
      site: alert.site,
      language: alert.language,
      template: `${kind}-alert`,
      recipient: alert.recipient!,
      details: detailsOf({ ...alert, summary, items, count: alert.ids!.length }),
    };
  }
}

function approvingSites(sites: readonly Pick<BackendSite, 'name' | 'recruiterApproval'>[]): string[] {
  return sites.filter(({ recruiterApproval }) => recruiterApproval).map(({ name }) => name);
}

/**
 * Checks whether the mail of an alert may still be sent: its alert, or the one that replaced it, may have been ended or paused while the
 * mail was waiting, and its recipient may no longer be allowed to receive it. Other mails are always allowed.
 */
export function alertReceipts(database: Kysely<Database>, sites: readonly BackendSite[]): ReceiptCheck {
  const approving = approvingSites(sites);
  return async ({ template, details: { token } }) => {
    const kind = KIND_OF[template];
    if (kind === undefined || token === undefined) return true;
    const { rows } = await sql`
      select from alert due left join account on account.id = due.account_id
      where (due.token = ${token} or due.id = (select alert_id from alert_former_token where token = ${token}))
        and due.due_at is not null and (${RECIPIENT_OF[kind](approving)}) is not null
    `.execute(database);
    return rows.length > 0;
  };
}

async function takeDue(
  trx: Transaction<Database>,
  kind: AlertKind,
  { now, sites, approving }: { now: Date; sites: readonly string[]; approving: readonly string[] },
): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    with due as materialized (
      select * from alert where kind = ${kind} and due_at <= ${now} and site = any(${sites}::text[])
      order by due_at limit ${ALERTS_A_TURN} for update skip locked
    )
    select due.id, due.site, due.language, due.token, due.page, due.every_seconds, due.due_at, s.search,
      ${RECIPIENT_OF[kind](approving)} as recipient, found.ids, found.items
    from due join alert_search s on s.id = due.search_id left join account on account.id = due.account_id
    left join lateral (
      select array_agg(id order by place) as ids,
        json_agg(to_jsonb(item) order by place) filter (where place <= ${ITEMS_OF[kind].most}) as items
      from (${ITEMS_OF[kind].select(now, MAX_REPORTED)}) as item
    ) found on true
  `.execute(trx);
  return rows;
}

async function recordSent(trx: Transaction<Database>, sent: readonly DueAlert[], now: Date): Promise<void> {
  if (sent.length === 0) return;
  const alerts = sent.flatMap(({ id, ids }) => ids!.map(() => id));
  const items = sent.flatMap(({ ids }) => ids!);
  await sql`
    update alert_match m set sent_at = ${now}
    from unnest(${alerts}::uuid[], ${items}::bigint[]) as told(alert_id, item_id)
    where m.alert_id = told.alert_id and m.item_id = told.item_id
  `.execute(trx);
}

async function putOff(
  trx: Transaction<Database>,
  due: readonly DueAlert[],
  sent: ReadonlySet<DueAlert>,
  now: Date,
): Promise<void> {
  if (due.length === 0) return;
  const times = due.map(({ every_seconds: seconds, due_at: last }) => dueAfter(last, seconds, now));
  await sql`
    update alert set due_at = next.at, sent_at = case when next.told then ${now} else alert.sent_at end
    from unnest(${due.map(({ id }) => id)}::uuid[], ${times}::timestamptz[], ${due.map((alert) => sent.has(alert))}::boolean[])
      as next(id, at, told)
    where alert.id = next.id
  `.execute(trx);
}

/** An item that a mail reports. */
interface AlertItem {
  title: string;
  /** Text next to the title: the organization and the place. */
  note: string;
  path: string;
}

/** The data of a job or a resume for a mail. */
interface FoundItem {
  /** For a resume, its key. */
  key: string;
  title: string;
  organization: string | null;
  place_name: string | null;
}

interface Items {
  /** Maximum number of items listed; the others are only counted. */
  most: number;
  /** Selects the unreported items of the alert `due` that are visible now, newest first, with their `id` and `place` in the order. */
  select(now: Date, most: number): RawBuilder<unknown>;
  show(item: FoundItem): AlertItem;
}

const MAX_NAMED = 20;

const ITEMS_OF: Readonly<Record<AlertKind, Items>> = {
  job: {
    most: MAX_NAMED,
    select: (now, most) => sql`
      select job.id, job.id::text as key, job.title, organization.name as organization, job.locality as place_name,
        row_number() over (order by job.published_at desc, job.id desc) as place
      from alert_match m join job on job.id = m.item_id join organization on organization.id = job.organization_id
      where m.alert_id = due.id and m.sent_at is null and job.site = due.site and job.state = 'published'
        and (job.expires_at is null or job.expires_at > ${now})
      order by job.published_at desc, job.id desc limit ${most}
    `,
    show: ({ key, title, organization, place_name: place }) => ({
      title,
      note: noteOf(organization, place),
      path: `${jobPath(key, title)}?${MAIL_QUERY}`,
    }),
  },
  resume: {
    most: MAX_NAMED,
    // Only data that recruiters see in lists, and nothing from resume_private (ROLE-05).
    select: (_now, most) => sql`
      select resume.id, resume.key::text as key, resume.title, null as organization, resume.administrative_area as place_name,
        row_number() over (order by directory_resume.at desc, resume.id desc) as place
      from alert_match m join directory_resume on directory_resume.id = m.item_id join resume on resume.id = m.item_id
      where m.alert_id = due.id and m.sent_at is null and resume.site = due.site and resume.visible
      order by directory_resume.at desc, resume.id desc limit ${most}
    `,
    show: ({ key, title, place_name: place }) => ({ title, note: noteOf(null, place), path: resumePath(key) }),
  },
};

function noteOf(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

const CONFIRMED = sql`account.email_verified is not null and account.blocked_at is null`;

/**
 * SQL for the recipient: only confirmed addresses; for resumes also only users who may currently search them (the same rule as
 * `refusalOfResumes`).
 *
 * @param approving the sites on which recruiters need approval
 */
const RECIPIENT_OF: Readonly<Record<AlertKind, (approving: readonly string[]) => RawBuilder<unknown>>> = {
  job: () => sql`coalesce(due.email, case when ${CONFIRMED} then account.email end)`,
  resume: (approving) => sql`
    case when ${CONFIRMED} and (account.roles && ${[...ADMINISTRATION_ROLES]}::text[]
      or ('recruiter' = any(account.roles) and (account.approved_at is not null or due.site <> all(${approving}::text[]))))
    then account.email end
  `,
};

function detailsOf(alert: {
  page: string;
  token: string;
  summary: string;
  items: readonly AlertItem[];
  count: number;
}): AlertDetails {
  return {
    path: alert.page,
    search: alert.summary,
    items: JSON.stringify(alert.items),
    count: String(alert.count),
    token: alert.token,
  };
}
