import { sql, type RawBuilder } from 'kysely';
import { meetsCriterion } from '#contract/applications/screening.js';
import type { StoredAnswer, StoredQuestion } from '../../../platform/database/tables/application-tables.js';

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

const VALUE = sql.raw(`given ->> 'value'`);

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
