import { severalLines } from '#shared/text/typed-lines.js';
import { MAX_QUESTIONS } from './application-rules.js';
import { MAX_SCREENING_QUESTIONS } from './screening.js';

/** Maximum number of questions of a job: free-text and screening questions. */
const MAX_ASKED = MAX_QUESTIONS + MAX_SCREENING_QUESTIONS;

/** Maximum number of lost answers that a form carries. */
const MAX_LOST = 2 * MAX_ASKED;

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

/** Hidden field with the texts of the questions, in order, as JSON: without its question, an answer may mean nothing. */
export const QUESTION_TEXTS_FIELD = 'questionTexts';

/** Hidden field with the answers that an earlier submission has lost, as JSON: they stay on the page until the form is accepted. */
export const LOST_ANSWERS_FIELD = 'lostAnswers';

/** An answer with the text of its question; the text is empty if the form did not contain it. */
export interface TypedAnswer {
  question: string;
  answer: string;
}

/** Prefix of the field name in violations about an answer; the id of the question follows. */
const ANSWER_PREFIX = 'answer:';

/** @returns the answers by question id */
export function answersOf(sent: SentApplication): Map<string, string> {
  return new Map(idsOf(sent).map((id, index) => [id, sent[ANSWER_FIELDS[index]!] ?? '']));
}

/** @returns the answers that are not empty, with their questions as the applicant has read them; then those of earlier submissions */
export function typedAnswers(sent: SentApplication): TypedAnswer[] {
  return lostAnswers(sent, []);
}

/** @param ids questions that the job has now @returns as `typedAnswers`, without the answers to these questions */
export function lostAnswers(sent: SentApplication, ids: readonly string[]): TypedAnswer[] {
  const texts = readList(sent[QUESTION_TEXTS_FIELD]);
  const answers = [...answersOf(sent)].flatMap(([id, typed], index): TypedAnswer[] => {
    const [text, answer] = [texts[index], severalLines(typed)];
    return ids.includes(id) || answer === '' ? [] : [{ question: typeof text === 'string' ? text : '', answer }];
  });
  return [...answers, ...readList(sent[LOST_ANSWERS_FIELD]).filter(isTypedAnswer)].slice(0, MAX_LOST);
}

/** The field comes from a browser, so it may contain anything. */
function readList(json = ''): unknown[] {
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

function isTypedAnswer(value: unknown): value is TypedAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const { question, answer } = value as Partial<Record<keyof TypedAnswer, unknown>>;
  return typeof question === 'string' && typeof answer === 'string';
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
