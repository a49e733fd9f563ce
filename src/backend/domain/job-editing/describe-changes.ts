import type { FieldType, FieldValues } from '#contract/defined-form/defined-form.js';
import type { JobFieldChange } from '#contract/generated/resolvers.js';
import { ALL_JOB_FIELDS } from '#contract/job-form/job-fields.js';
import { valuesOf } from '../forms/check-fields.js';
import { readFileValue } from '../forms/file-value.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { textOfHtml } from '../jobs/opening-text.js';
import { changedContent, changedEnd } from './changed-fields.js';
import type { DraftedJob } from './job-drafts.js';

/** @returns what the form of a job that everybody can see, or soon will, holds otherwise, in words where the form has ids or markup */
export function describeChanges(drafted: DraftedJob, terms: TermCatalog, language: string): JobFieldChange[] {
  const { job, hasDraft } = drafted;
  if (!hasDraft || job.state === 'draft' || job.state === 'needs_review') return [];
  const changed = new Set([...changedContent(drafted), ...(changedEnd(drafted) ? ['expiration'] : [])]);
  const wordsOf = (name: string, type: FieldType, values: FieldValues): string[] =>
    valuesOf(values, name).flatMap((value) => {
      if (type === 'term') return terms.term(Number(value), language)?.label ?? [];
      if (type === 'rich_text') return textOfHtml(value);
      return type === 'file' ? (readFileValue(value)?.name ?? []) : value;
    });
  return ALL_JOB_FIELDS.filter(({ name }) => changed.has(name)).map(({ name, type }) => ({
    __typename: 'JobFieldChange',
    field: name,
    before: wordsOf(name, type, drafted.stored),
    after: wordsOf(name, type, drafted.fields),
  }));
}
