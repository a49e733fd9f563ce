import { MAX_QUESTIONS } from './application-rules.js';
import { MAX_SCREENING_QUESTIONS } from './screening.js';

/** Questions of a job, those that are answered in words and the others. */
const MAX_ASKED = MAX_QUESTIONS + MAX_SCREENING_QUESTIONS;

/** What the form sends, by the names of its fields. */
type SentApplication = Readonly<Record<string, string>>;

/** The field that names the questions of the form, in the order of their fields. */
export const QUESTIONS_FIELD = 'questions';

/** Ticked where the resume that somebody keeps on the site goes along. */
export const RESUME_FIELD = 'withResume';

/** Sent by a form that has asked whether it is to go without files and letter. */
export const ASKED_FIELD = 'askedForFiles';

/** The fields of the answers, in their order. */
export const ANSWER_FIELDS: readonly string[] = Array.from(
  { length: MAX_ASKED },
  (_none, index) => `answer${index + 1}`,
);

/** What rules say of a question's answer, by the id of the question. */
const ANSWER_PREFIX = 'answer:';

/** @returns the answers by the ids of their questions */
export function answersOf(sent: SentApplication): Map<string, string> {
  return new Map(idsOf(sent).map((id, index) => [id, sent[ANSWER_FIELDS[index]!] ?? '']));
}

/** @param field as rules name it @returns the form's own name; null for a question that has come since the page was made */
export function applicationField(field: string, sent: SentApplication): string | null {
  if (!field.startsWith(ANSWER_PREFIX)) return field;
  return ANSWER_FIELDS[idsOf(sent).indexOf(field.slice(ANSWER_PREFIX.length))] ?? null;
}

function idsOf(sent: SentApplication): string[] {
  return (sent[QUESTIONS_FIELD] ?? '').split(' ').filter(Boolean).slice(0, MAX_ASKED);
}
