import { sql, type Kysely } from 'kysely';
import type { FormRule, FormViolation } from '#contract/defined-form/form-rules.js';
import type { ReviewReason, ReviewReasonInput } from '#contract/generated/resolvers.js';
import { MAX_REASON_LENGTH, MAX_REASON_TITLE_LENGTH, MAX_SAVED_REASONS } from '#contract/job-form/review-reasons.js';
import { severalLines } from '#shared/text/typed-lines.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { writeAudit } from '../audit/audit-log.js';
import { formErrorsWith } from '../forms/form-errors.js';

/** Rules for a saved reason as a whole. */
type ReasonRule = 'tooLongFor' | 'sameTitle' | 'tooManyReasons' | 'gone';

export const reasonErrors = formErrorsWith<ReasonRule>(
  'reviewReason',
  { tooLongFor: {}, sameTitle: {}, tooManyReasons: { max: MAX_SAVED_REASONS }, gone: {} },
  {},
);

/** The editor of a site's reasons, with the time. */
interface ReasonEditor {
  site: string;
  actorId: string;
  now: Date;
}

/** @returns the saved reasons of a site, sorted by title */
export async function listReviewReasons(database: Kysely<Database>, site: string): Promise<ReviewReason[]> {
  const rows = await database
    .selectFrom('review_reason')
    .select(['id', 'title', 'text'])
    .where('site', '=', site)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ __typename: 'ReviewReason', ...row, id: String(row.id) }));
}

/** Adds a reason, or changes the one with `id`. @returns violations; empty if the reason was saved */
export async function saveReviewReason(
  database: Kysely<Database>,
  { id, ...input }: ReviewReasonInput,
  { site, actorId, now }: ReasonEditor,
): Promise<FormViolation<FormRule | ReasonRule>[]> {
  const title = severalLines(input.title).replace(/\s+/g, ' ');
  const text = severalLines(input.text);
  const violations = [...check('title', title, MAX_REASON_TITLE_LENGTH), ...check('text', text, MAX_REASON_LENGTH)];
  if (violations.length > 0) return violations;
  return database.transaction().execute(async (trx) => {
    // Serializes concurrent additions.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`review_reason ${site}`}, 0))`.execute(trx);
    const known = await trx.selectFrom('review_reason').select(['id', 'title']).where('site', '=', site).execute();
    const number = id == null ? undefined : parseId(id);
    if (id != null && !known.some((reason) => reason.id === number)) return [{ rule: 'gone' }];
    if (known.some((reason) => reason.id !== number && reason.title.toLowerCase() === title.toLowerCase()))
      return [{ field: 'title', rule: 'sameTitle' }];
    if (number === undefined && known.length >= MAX_SAVED_REASONS) return [{ rule: 'tooManyReasons' }];
    const row = { site, title, text, changed_at: now };
    if (number === undefined) await trx.insertInto('review_reason').values(row).execute();
    else await trx.updateTable('review_reason').set(row).where('id', '=', number).execute();
    await writeAudit(trx, { action: 'review-reason.saved', actorId, site, details: { title } }, now);
    return [];
  });
}

/** Deletes a saved reason of the site, if it exists. */
export async function deleteReviewReason(
  database: Kysely<Database>,
  id: string,
  { site, actorId, now }: ReasonEditor,
): Promise<void> {
  const number = parseId(id);
  if (number === undefined) return;
  await database.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('review_reason')
      .where('id', '=', number)
      .where('site', '=', site)
      .returning('title')
      .executeTakeFirst();
    if (!deleted) return;
    const details = { title: deleted.title };
    await writeAudit(trx, { action: 'review-reason.deleted', actorId, site, details }, now);
  });
}

function check(field: string, value: string, max: number): FormViolation<FormRule | ReasonRule>[] {
  if (value === '') return [{ field, rule: 'required' }];
  return value.length > max ? [{ field, rule: 'tooLongFor', values: { max } }] : [];
}
