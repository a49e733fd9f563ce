import { sql, type Kysely, type Transaction } from 'kysely';
import type { DigestFrequency } from '#contract/generated/resolvers.js';
import { APPLICATIONS_PATH } from '#contract/pages/paths.js';
import type { Database } from '../../../platform/database/schema.js';
import { insertingMails, type Mail } from '../../../platform/mail/outbox.js';
import { MAY_GET_MAILS } from '../recipients/employer-recipients.js';
import { digestContent, findTasks } from './digest-content.js';

/** Maximum number of people in a transaction. */
const PEOPLE_A_TURN = 200;
const LOCK = 0x6469_6765;

interface Reader {
  id: string;
  email: string;
  language: string;
  frequency: Exclude<DigestFrequency, 'off'>;
  token: string;
  organizations: number[];
}

/** Site and morning for which digests are sent. */
export interface Turn {
  site: string;
  timeZone: string;
  day: string;
  monday: string;
  /** Id of the last account that was processed; `FIRST` at the beginning. */
  after: string;
}

/** Sorts before the id of every account. */
export const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Writes the digests of the next readers of this morning. Processed readers are recorded in the transaction that queues the mails, so
 * that each gets at most one digest a day or week, even if the process dies. An advisory lock admits one process at a time.
 *
 * @returns the id of the last processed account, to continue after it; undefined if none was left; `busy` if another process holds the
 *   lock
 */
export async function sendDigests(
  database: Kysely<Database>,
  turn: Turn,
  now: Date,
): Promise<{ last: string | undefined; mails: number } | 'busy'> {
  return database.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}, hashtext(${turn.site})) as got
    `.execute(trx);
    if (!lock[0]?.got) return 'busy';
    const readers = await takeReaders(trx, turn);
    const organizations = [...new Set(readers.flatMap((reader) => reader.organizations))];
    const mails: Mail[] = [];
    if (organizations.length > 0) {
      const tasks = await findTasks(trx, { ...turn, organizations }, now);
      for (const reader of readers) {
        const content = digestContent(tasks, reader, now);
        if (content) mails.push(digestMail(turn.site, reader, JSON.stringify(content)));
      }
    }
    if (mails.length > 0) await sql`with made as (select 1) ${insertingMails(mails, 'made', now)}`.execute(trx);
    return { last: readers.at(-1)?.id, mails: mails.length };
  });
}

/**
 * Selects the next readers who have not been processed for this day or, if weekly, since the Monday of its week, and records the day for
 * them. A recorded day far in the future comes from a wrong clock and is ignored.
 */
async function takeReaders(trx: Transaction<Database>, { site, day, monday, after }: Turn): Promise<Reader[]> {
  const isDue = sql`(
    r.digest_day is null or r.digest_day > ${day}::date + 7
    or r.digest_day < case r.digest when 'daily' then ${day}::date else ${monday}::date end
  )`;
  const { rows } = await sql<Reader>`
    with due as (
      select account.id from organization_member m join organization o on o.id = m.organization_id join account on account.id = m.account_id
      left join recruiting_mail r on r.account_id = account.id and r.site = ${site}
      where m.account_id > ${after}::uuid and o.site = ${site} and o.state <> 'closed' and ${MAY_GET_MAILS}
        and coalesce(r.digest, 'weekly') <> 'off' and ${isDue}
      group by account.id order by account.id limit ${PEOPLE_A_TURN}
    ), taken as (
      insert into recruiting_mail (account_id, site, digest_day) select id, ${site}, ${day}::date from due
      on conflict (account_id, site) do update set digest_day = excluded.digest_day
      returning account_id, digest, token
    )
    select account.id, account.email, account.language, taken.digest as frequency, taken.token, (
      select json_agg(o.id order by o.id) from organization_member m join organization o on o.id = m.organization_id
      where m.account_id = account.id and o.site = ${site} and o.state <> 'closed'
    ) as organizations
    from taken join account on account.id = taken.account_id where taken.digest <> 'off' order by account.id
  `.execute(trx);
  return rows;
}

function digestMail(site: string, { id, email, language, token, organizations }: Reader, content: string): Mail {
  const details = {
    path: APPLICATIONS_PATH,
    member: id,
    organizations: JSON.stringify(organizations),
    content,
    digestToken: token,
  };
  return { site, language, template: 'recruiting-digest', recipient: email, details };
}
