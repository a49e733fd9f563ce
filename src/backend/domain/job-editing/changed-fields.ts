import { diffWords } from 'diff';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import type { FieldType, FieldValues } from '#contract/defined-form/defined-form.js';
import type { JobFieldChange, ChangedText } from '#contract/generated/resolvers.js';
import { ALL_JOB_FIELDS } from '#contract/job-form/job-fields.js';
import { numberOf, valuesOf } from '#contract/defined-form/field-values.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { textOfHtml } from '../content/page-head.js';
import { readFileValue, shownRichText } from '../forms/field-values.js';
import type { DraftedJob } from './job-drafts.js';

/** Fields that control when a job is shown, and are not part of its content. */
const DATES: readonly string[] = ['published', 'expiration', 'duration', 'timeZone'];

/** Types whose values are read as text, so that marking changed words makes sense. */
const TEXT_TYPES: readonly FieldType[] = ['text', 'rich_text', 'lines'];

/** Time limit: two long texts with little in common could be compared for seconds, in which the process would not respond. */
const MAX_DIFF_MS = 100;

/** @returns the names of the fields that differ from the stored values, in the order of the form, without dates */
export function changedContent({ stored, fields }: { stored: FieldValues; fields: FieldValues }): string[] {
  return ALL_JOB_FIELDS.flatMap(({ name, type }) => {
    if (DATES.includes(name)) return [];
    return comparable(type, stored, name) === comparable(type, fields, name) ? [] : [name];
  });
}

/** @returns the requested last day of the job, if it differs from the stored one */
export function changedEnd({ stored, fields }: { stored: FieldValues; fields: FieldValues }): string | undefined {
  const [desired] = valuesOf(fields, 'expiration');
  return desired === valuesOf(stored, 'expiration')[0] ? undefined : desired;
}

/** Normalizes a value for comparison: `41,000` equals 41000, and the order of terms does not matter. */
function comparable(type: FieldType, fields: FieldValues, name: string): string {
  const values = valuesOf(fields, name).map((value) => {
    if (type === 'rich_text') return shownRichText(value);
    // By id only: a picture is renamed when it is stored.
    if (type === 'file' || type === 'image') return readFileValue(value)?.id ?? value;
    if (type === 'number') return String(numberOf(value) ?? value);
    return type === 'email' ? normalizeEmail(value) : value;
  });
  return JSON.stringify(type === 'term' || type === 'country' ? values.sort() : values);
}

/** @returns the differences between the draft and the stored version of a public (or soon public) job, as text instead of ids or markup */
export function describeChanges(drafted: DraftedJob, terms: TermCatalog, language: string): JobFieldChange[] {
  const { job, hasDraft } = drafted;
  if (!hasDraft || job.state === 'draft' || job.state === 'needs_review') return [];
  const changed = new Set([...changedContent(drafted), ...(changedEnd(drafted) ? ['expiration'] : [])]);
  const wordsOf = (name: string, type: FieldType, values: FieldValues): string[] =>
    valuesOf(values, name).flatMap((value) => {
      if (type === 'term') return terms.term(Number(value), language)?.label ?? [];
      if (type === 'rich_text') return comparedText(value);
      return type === 'file' || type === 'image' ? (readFileValue(value)?.name ?? []) : value;
    });
  return ALL_JOB_FIELDS.filter(({ name }) => changed.has(name)).map(({ name, type }) => {
    const before = wordsOf(name, type, drafted.stored);
    const after = wordsOf(name, type, drafted.fields);
    const parts = TEXT_TYPES.includes(type) ? markChanges(before.join('\n'), after.join('\n')) : [];
    return { __typename: 'JobFieldChange', field: name, before, after, parts };
  });
}

/**
 * Compares two versions of a text word by word.
 *
 * @returns the text in reading order, in parts that both or only one of the versions have; removed text comes before its replacement
 */
export function markChanges(before: string, after: string): ChangedText[] {
  const changes = diffWords(before, after, { timeout: MAX_DIFF_MS });
  const parts: { text: string; change: ChangedText['change'] }[] = changes
    ? changes.map(({ value, added, removed }) => ({
        text: value,
        change: added ? 'added' : removed ? 'removed' : 'same',
      }))
    : [
        { text: before, change: 'removed' },
        { text: after, change: 'added' },
      ];
  return parts.filter(({ text }) => text !== '').map((part) => ({ __typename: 'ChangedText', ...part }));
}

/** @returns rich text in the form used for comparing: plain text with headings and the targets of links */
export function comparedText(html: string): string {
  return textOfHtml(
    html.replace(/<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2 ($1)').replace(/<\/?h[1-6]\b[^>]*>/g, ' '),
  );
}
