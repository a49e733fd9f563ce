import { MAX_QUESTIONS } from './application-rules.js';
import { MAX_SCREENING_QUESTIONS } from './screening.js';

/** Maximum number of questions of a job: free-text and screening questions. */
const MAX_ASKED = MAX_QUESTIONS + MAX_SCREENING_QUESTIONS;

/** The sent values by field name. */
type SentApplication = Readonly<Record<string, string>>;

/** Field with the ids of the form's questions, in the order of their fields. */
export const QUESTIONS_FIELD = 'questions';

/** Checkbox that attaches the resume stored on the site. */
export const RESUME_FIELD = 'withResume';

/** Set by a form that has already asked whether to send the application without files and letter. */
export const ASKED_FIELD = 'askedForFiles';

/** Names of the answer fields, in order. */
export const ANSWER_FIELDS: readonly string[] = Array.from(
  { length: MAX_ASKED },
  (_none, index) => `answer${index + 1}`,
);

/** Prefix of the field name in violations about an answer; the id of the question follows. */
const ANSWER_PREFIX = 'answer:';

/** @returns the answers by question id */
export function answersOf(sent: SentApplication): Map<string, string> {
  return new Map(idsOf(sent).map((id, index) => [id, sent[ANSWER_FIELDS[index]!] ?? '']));
}

/** @param field field name in a violation @returns the form's own name; null for a question that is not on the page */
export function applicationField(field: string, sent: SentApplication): string | null {
  if (!field.startsWith(ANSWER_PREFIX)) return field;
  return ANSWER_FIELDS[idsOf(sent).indexOf(field.slice(ANSWER_PREFIX.length))] ?? null;
}

/** @param name the form's own name @returns the name in violations: an answer keeps it when the employer changes the other questions */
export function lastingField(name: string, sent: SentApplication): string {
  const id = idsOf(sent)[ANSWER_FIELDS.indexOf(name)];
  return id === undefined ? name : ANSWER_PREFIX + id;
}

function idsOf(sent: SentApplication): string[] {
  return (sent[QUESTIONS_FIELD] ?? '').split(' ').filter(Boolean).slice(0, MAX_ASKED);
}
