import { sql, type Kysely, type RawBuilder } from 'kysely';
import { EMPLOYER_ROLES } from '#contract/accounts/account-roles.js';
import {
  MAX_MENTIONS,
  MAX_NOTE_LENGTH,
  MAX_NOTES,
  MAX_RATING,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from '#contract/applications/recruiting-rules.js';
import type { ApplicationNoteInput, ApplicationTeam } from '#contract/generated/resolvers.js';
import { jobApplicationPath } from '#contract/pages/paths.js';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';
import { meetsCriterion } from '#contract/applications/screening.js';
import { parseId } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import { activeMemberships, type UserContext } from '../../../platform/graphql/request-context.js';
import { putMail } from '../../../platform/mail/outbox.js';
import type { ApplicationViolation } from '../application-errors.js';
import { ACCOUNT_NAME, findApplication, type StoredApplication } from '../application-rows.js';
import type { StoredAnswer, StoredQuestion } from '../../../platform/database/tables/application-tables.js';

const VALUE = sql.raw(`given ->> 'value'`);

/** Violations; undefined if there is no such application, or the viewer does not work for its organization. */
type Outcome = Promise<ApplicationViolation[] | undefined>;

/** Notes, tags and ratings are visible to members of the organization only, not even to administrators. */
export function worksFor({ viewer }: Pick<UserContext, 'viewer'>, row: { organization_id: number }): boolean {
  return activeMemberships(viewer).has(row.organization_id);
}

/** @returns the organization's internal data about an application, for one of its members */
export async function findTeam(
  database: Kysely<Database>,
  row: StoredApplication,
  { viewer }: Pick<UserContext, 'viewer'>,
): Promise<ApplicationTeam> {
  const me = viewer.accountId;
  const { rows } = await sql<Omit<ApplicationTeam, 'unmet'>>`
    select a.tags, a.rating as mean,
      (select r.rating from application_rating r where r.application_id = a.id and r.account_id = ${me}::uuid) as own,
      coalesce((
        select json_agg(json_build_object('name', ${ACCOUNT_NAME}, 'rating', r.rating) order by r.at)
        from application_rating r join account on account.id = r.account_id where r.application_id = a.id
      ), '[]') as ratings,
      coalesce((
        select json_agg(json_build_object('id', n.id::text, 'at', to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'author', case when n.account_id is not null then ${ACCOUNT_NAME} end, 'body', n.body,
          'isOwn', n.account_id is not distinct from ${me}::uuid,
          'mentions', (select coalesce(json_agg(${ACCOUNT_NAME} order by account.name), '[]') from account where account.id = any(n.mentions))
        ) order by n.id)
        from application_note n left join account on account.id = n.account_id where n.application_id = a.id
      ), '[]') as notes,
      coalesce((
        select json_agg(json_build_object('id', account.id, 'name', ${ACCOUNT_NAME}) order by account.name)
        from organization_member m join account on account.id = m.account_id
        where m.organization_id = a.organization_id and account.id <> ${me}::uuid and account.blocked_at is null
      ), '[]') as colleagues,
      (select coalesce(json_agg(tag order by tag), '[]') from (
        select distinct unnest(o.tags) as tag from application o where o.job_id = a.job_id limit ${MAX_KNOWN_TAGS}
      ) known) as "knownTags"
    from application a where a.id = ${row.id}::uuid
  `.execute(database);
  return { ...rows[0]!, unmet: unmetCriteria(row.job_questions, row.answers) };
}

const MAX_KNOWN_TAGS = 100;

/** Stores a note, and queues a mail to each mentioned colleague: with a link, but no text of the application or the note. */
export async function addNote(
  database: Kysely<Database>,
  { id, note }: { id: string; note: ApplicationNoteInput },
  context: UserContext,
): Outcome {
  const row = await findOwnRow(database, id, context);
  if (!row) return undefined;
  const body = severalLines(note.body);
  if (body === '') return [{ field: 'note', rule: 'required' }];
  if (body.length > MAX_NOTE_LENGTH) return [{ field: 'note', rule: 'noteLong' }];
  const mentions = [...new Set(note.mentions)];
  if (mentions.length > MAX_MENTIONS) return [{ field: 'mention', rule: 'mentions' }];
  return database.transaction().execute(async (trx) => {
    await sql`select from application where id = ${row.id}::uuid for update`.execute(trx);
    const { rows: colleagues } = await sql<{ id: string; email: string; language: string; mayRead: boolean }>`
      select a.id, a.email, a.language,
        a.email_verified is not null and a.blocked_at is null and a.roles && ${[...EMPLOYER_ROLES]}::text[] as "mayRead"
      from organization_member m join account a on a.id = m.account_id
      where m.organization_id = ${row.organization_id} and a.id::text = any(${mentions})
    `.execute(trx);
    if (colleagues.length < mentions.length) return [{ field: 'mention', rule: 'colleague' }];
    const { rows: stored } = await sql`
      insert into application_note (application_id, account_id, at, body, mentions)
      select ${row.id}::uuid, ${context.viewer.accountId}::uuid, ${context.now}, ${body}, ${mentions}::uuid[]
      where (select count(*) from application_note where application_id = ${row.id}::uuid) < ${MAX_NOTES} returning id
    `.execute(trx);
    if (stored.length === 0) return [{ field: 'note', rule: 'notesMany' }];
    const { profile } = context.viewer;
    const name = [profile.firstName, profile.lastName].filter(Boolean).join(' ') || profile.name;
    const path = jobApplicationPath(String(row.job_id), row.id);
    const details = { path, name, title: row.job_title, organization: row.organization_name };
    for (const { email: recipient, language, mayRead } of colleagues)
      if (mayRead)
        await putMail(
          trx,
          { site: row.site, language, template: 'application-mention', recipient, details },
          context.now,
        );
    return [];
  });
}

/** Deletes a note if the viewer wrote it. */
export async function deleteNote(
  database: Kysely<Database>,
  { id, note }: { id: string; note: string },
  context: UserContext,
): Outcome {
  const row = await findOwnRow(database, id, context);
  if (!row) return undefined;
  await sql`
    delete from application_note where id = ${parseId(note) ?? null} and application_id = ${row.id}::uuid
      and account_id = ${context.viewer.accountId}::uuid
  `.execute(database);
  return [];
}

/** Adds a tag to an application or removes it, ignoring case. */
export async function tagApplication(
  database: Kysely<Database>,
  { id, tag: typed, isOn }: { id: string; tag: string; isOn: boolean },
  context: UserContext,
): Outcome {
  const row = await findOwnRow(database, id, context);
  if (!row) return undefined;
  const tag = oneLine(typed).replaceAll(/\s+/g, ' ');
  if (tag === '') return [{ field: 'tag', rule: 'required' }];
  if (tag.length > MAX_TAG_LENGTH) return [{ field: 'tag', rule: 'tagLong' }];
  const others = sql`(select coalesce(array_agg(t order by n), '{}') from unnest(tags) with ordinality as u(t, n) where lower(t) <> lower(${tag}))`;
  const { rows } = await sql<{ count: number }>`
    update application set tags = case
      when not ${isOn} then ${others}
      when cardinality(${others}) < ${MAX_TAGS} and not exists (select from unnest(tags) t where lower(t) = lower(${tag})) then tags || ${tag}::text
      else tags end
    where id = ${row.id}::uuid returning (select count(*)::integer from unnest(tags) t where lower(t) = lower(${tag})) as count
  `.execute(database);
  return isOn && rows[0]?.count === 0 ? [{ field: 'tag', rule: 'tagsMany' }] : [];
}

/** Sets the viewer's own rating of an application; null removes it. */
export async function rateApplication(
  database: Kysely<Database>,
  { id, rating }: { id: string; rating: number | null },
  context: UserContext,
): Outcome {
  const row = await findOwnRow(database, id, context);
  if (!row) return undefined;
  if (rating !== null && (rating < 1 || rating > MAX_RATING)) return [{ field: 'rating', rule: 'rating' }];
  const own = sql`application_id = ${row.id}::uuid and account_id = ${context.viewer.accountId}::uuid`;
  if (rating === null) await sql`delete from application_rating where ${own}`.execute(database);
  else
    await sql`
      insert into application_rating (application_id, account_id, rating, at)
      values (${row.id}::uuid, ${context.viewer.accountId}::uuid, ${rating}, ${context.now})
      on conflict (application_id, account_id) do update set rating = excluded.rating, at = excluded.at
    `.execute(database);
  return [];
}

async function findOwnRow(
  database: Kysely<Database>,
  id: string,
  context: UserContext,
): Promise<StoredApplication | undefined> {
  const row = await findApplication(database, context.site.name, id);
  return row && worksFor(context, row) ? row : undefined;
}

/** A question with a required answer. */
type Criterial = StoredQuestion & Required<Pick<StoredQuestion, 'needs'>>;

function hasCriterion(question: StoredQuestion): question is Criterial {
  return question.needs !== undefined;
}

/** Whether any question of a job is a criterion. */
export function hasCriteria(questions: readonly StoredQuestion[]): boolean {
  return questions.some(hasCriterion);
}

/**
 * Compares answers with the criteria. Questions that were not answered, because they were added later, are ignored.
 *
 * @returns the names of the criteria that an application does not meet, for members of the organization only
 */
export function unmetCriteria(questions: readonly StoredQuestion[], answers: readonly StoredAnswer[]): string[] {
  return questions.filter(hasCriterion).flatMap(({ id, text, needs }) => {
    const value = answers.find((given) => given.id === id)?.value;
    return value === undefined || meetsCriterion(needs, value) ? [] : [needs.name ?? text];
  });
}

/** @returns the same as a condition on applications `a`: they fail at least one criterion */
export function isUnmet(questions: readonly StoredQuestion[]): RawBuilder<unknown> {
  const unmet = questions
    .filter(hasCriterion)
    .map(({ id, needs }) => sql`case when given ->> 'id' = ${id} then ${isRefused(needs)} else false end`);
  if (unmet.length === 0) return sql`false`;
  return sql`exists (select from jsonb_array_elements(a.answers) given where ${VALUE} is not null and (${sql.join(unmet, sql` or `)}))`;
}

function isRefused({ answer, atLeast, atMost, accepted }: Criterial['needs']): RawBuilder<unknown> {
  if (answer !== undefined) return sql`${VALUE} <> ${answer}`;
  if (accepted) return sql`not ${VALUE} = any(${[...accepted]}::text[])`;
  // A missing bound is null, and a comparison with null is never true.
  return sql`coalesce((${VALUE})::numeric < ${atLeast ?? null}::numeric, false)
    or coalesce((${VALUE})::numeric > ${atMost ?? null}::numeric, false)`;
}
