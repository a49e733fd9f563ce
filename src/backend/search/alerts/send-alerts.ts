import { sql, type Kysely, type Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { AlertKind } from '../../platform/database/tables/alert-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { insertingMails, type Mail } from '../../platform/mail/outbox.js';
import type { SavedSearch } from '../../platform/database/tables/saved-search.js';
import { type AlertItem, detailsOf, type FoundItem, ITEMS_OF, RECIPIENT_OF } from './alert-mails.js';
import type { AlertIndexes } from './alert-rows.js';
import { nextDue } from './alert-times.js';

/** So many alerts a transaction. */
export const ALERTS_A_TURN = 200;
/** Of one mail: what is beyond comes with the next one. */
const MAX_REPORTED = 200;

interface DueAlert {
  id: string;
  site: string;
  language: string;
  token: string;
  page: string;
  every_seconds: number;
  search: SavedSearch;
  /** null: nobody may be written to. */
  recipient: string | null;
  /** null: nothing is new. */
  ids: number[] | null;
  items: FoundItem[] | null;
}

/**
 * Writes the mails of alerts that are due. What a mail tells of, that it was told, and when the next one is due are one transaction with the
 * mail itself: none of them is ever without the others, whenever the process dies. What nobody can see (any more) is not told, and without
 * anything to tell there is no mail. Of several processes each takes other alerts.
 *
 * @returns how many were due; call again when it is `ALERTS_A_TURN`
 */
export async function sendAlerts(
  { database, indexes, sites }: { database: Kysely<Database>; indexes: AlertIndexes; sites: readonly BackendSite[] },
  kind: AlertKind,
  now: Date,
): Promise<{ due: number; mails: number }> {
  const known = sites.filter(({ resumes }) => kind === 'job' || resumes !== false);
  return database.transaction().execute(async (trx) => {
    const due = await takeDue(trx, kind, { now, sites: known.map(({ name }) => name) });
    const told = due.filter(({ recipient, ids }) => recipient !== null && ids !== null);
    const mails: Mail[] = [];
    for (const alert of told) mails.push(await mailOf(alert));
    if (mails.length > 0) await sql`with made as (select 1) ${insertingMails(mails, 'made', now)}`.execute(trx);
    await noteTold(trx, told, now);
    await putOff(trx, due, new Set(told), now);
    return { due: due.length, mails: mails.length };
  });

  async function mailOf(alert: DueAlert): Promise<Mail> {
    const site = sites.find(({ name }) => name === alert.site)!;
    const summary = await indexes[kind].describe(alert.search, site, alert.language);
    const items = (alert.items ?? []).map((item): AlertItem => ITEMS_OF[kind].show(item));
    return {
      site: alert.site,
      language: alert.language,
      template: kind === 'job' ? 'job-alert' : 'resume-alert',
      recipient: alert.recipient!,
      details: detailsOf({ ...alert, summary, items, count: alert.ids!.length }),
    };
  }
}

async function takeDue(
  trx: Transaction<Database>,
  kind: AlertKind,
  { now, sites }: { now: Date; sites: readonly string[] },
): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    with due as materialized (
      select * from alert where kind = ${kind} and due_at <= ${now} and site = any(${sites}::text[])
      order by due_at limit ${ALERTS_A_TURN} for update skip locked
    )
    select due.id, due.site, due.language, due.token, due.page, due.every_seconds, s.search, ${RECIPIENT_OF[kind]} as recipient,
      found.ids, found.items
    from due join alert_search s on s.id = due.search_id left join account on account.id = due.account_id
    left join lateral (
      select array_agg(id order by place) as ids,
        json_agg(to_jsonb(item) order by place) filter (where place <= ${ITEMS_OF[kind].most}) as items
      from (${ITEMS_OF[kind].select(now, MAX_REPORTED)}) as item
    ) found on true
  `.execute(trx);
  return rows;
}

async function noteTold(trx: Transaction<Database>, told: readonly DueAlert[], now: Date): Promise<void> {
  if (told.length === 0) return;
  const alerts = told.flatMap(({ id, ids }) => ids!.map(() => id));
  const items = told.flatMap(({ ids }) => ids!);
  await sql`
    update alert_match m set sent_at = ${now}
    from unnest(${alerts}::uuid[], ${items}::bigint[]) as told(alert_id, item_id)
    where m.alert_id = told.alert_id and m.item_id = told.item_id
  `.execute(trx);
}

async function putOff(
  trx: Transaction<Database>,
  due: readonly DueAlert[],
  told: ReadonlySet<DueAlert>,
  now: Date,
): Promise<void> {
  if (due.length === 0) return;
  const times = due.map(({ every_seconds: seconds }) => nextDue(now, seconds));
  await sql`
    update alert set due_at = next.at, sent_at = case when next.told then ${now} else alert.sent_at end
    from unnest(${due.map(({ id }) => id)}::uuid[], ${times}::timestamptz[], ${due.map((alert) => told.has(alert))}::boolean[])
      as next(id, at, told)
    where alert.id = next.id
  `.execute(trx);
}
