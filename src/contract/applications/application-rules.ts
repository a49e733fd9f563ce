import { oneLine, severalLines } from '#shared/text/typed-lines.js';
import { checkEmail, MAX_NAME_LENGTH, normalizeEmail } from '../accounts/account-rules.js';
import { answerRule, type ScreeningType } from './screening.js';
import type { CheckedRules } from '../defined-form/form-rules.js';

export const MAX_COVER_LETTER_LENGTH = 10_000;
export const MAX_ANSWER_LENGTH = 2000;
export const MAX_QUESTIONS = 10;
/** Maximum number of addresses that a job notifies of each application. */
export const MAX_APPLICATION_EMAILS = 10;

/** A question as applicants see it. */
export interface AskedQuestion {
  id: string;
  required: boolean;
  /** undefined: the answer is free text. */
  type?: 'text' | ScreeningType;
  /** Only for the type `choice`. */
  choices?: readonly string[];
}

/** What a job requires from applicants who use the form. */
export interface ApplicationRequirements {
  applicationRequireCv: boolean;
  applicationRequireCoverLetter: boolean;
  applicationRequireQualifyingQuestions: boolean;
  applicationQualifyingQuestions: readonly AskedQuestion[];
}

/** The entered values. */
interface TypedApplication {
  firstName: string;
  lastName: string;
  emailAddress: string;
  coverLetter: string;
  /** Answers by question id. */
  answers: ReadonlyMap<string, string>;
  /** Number of attached files. */
  attachments: number;
}

export interface ApplicationTextViolation {
  /** Field name as in `ApplyResult.errors`. */
  field: string;
  rule:
    | 'required'
    | 'email'
    | 'nameLong'
    | 'coverLetterLong'
    | 'answerLong'
    | 'answerChoice'
    | 'answerNumber'
    | 'questionsChanged'
    | 'cvMissing';
}

/** Values for the messages of rules that only this form has (`rules.application`). */
export const APPLICATION_RULE_VALUES = {
  nameLong: { max: MAX_NAME_LENGTH },
  coverLetterLong: { max: MAX_COVER_LETTER_LENGTH },
  answerLong: { max: MAX_ANSWER_LENGTH },
  answerChoice: {},
  answerNumber: {},
  questionsChanged: {},
  cvMissing: {},
} as const satisfies CheckedRules<ApplicationTextViolation['rule']>;

/** Whether a question has to be answered. */
export function isAnswerRequired(
  { applicationRequireQualifyingQuestions }: Pick<ApplicationRequirements, 'applicationRequireQualifyingQuestions'>,
  { required, type = 'text' }: Pick<AskedQuestion, 'required' | 'type'>,
): boolean {
  return required && (type !== 'text' || applicationRequireQualifyingQuestions);
}

/** Returns the violations in the order of the form. The server checks twice: before it verifies a captcha, and at the end. */
export function checkApplication(typed: TypedApplication, wanted: ApplicationRequirements): ApplicationTextViolation[] {
  const violation = checkEmail(normalizeEmail(typed.emailAddress))[0]?.rule;
  return [
    ...checkText('firstName', oneLine(typed.firstName), MAX_NAME_LENGTH, 'nameLong', true),
    ...checkText('lastName', oneLine(typed.lastName), MAX_NAME_LENGTH, 'nameLong', true),
    ...(violation ? [{ field: 'emailAddress', rule: violation === 'required' ? 'required' : 'email' } as const] : []),
    ...checkQuestions(wanted.applicationQualifyingQuestions, typed.answers),
    ...wanted.applicationQualifyingQuestions.flatMap((question) => checkAnswer(question, typed.answers, wanted)),
    ...checkText(
      'coverLetter',
      severalLines(typed.coverLetter),
      MAX_COVER_LETTER_LENGTH,
      'coverLetterLong',
      wanted.applicationRequireCoverLetter,
    ),
    ...(wanted.applicationRequireCv && typed.attachments === 0
      ? [{ field: 'attachments', rule: 'cvMissing' } as const]
      : []),
  ];
}

/**
 * An answer to a question that the employer has reworded or removed since the form was opened belongs to no question. Without an error, it
 * would be lost, and nobody would know.
 */
function checkQuestions(
  questions: readonly AskedQuestion[],
  answers: ReadonlyMap<string, string>,
): ApplicationTextViolation[] {
  const asked = new Set(questions.map(({ id }) => id));
  const isLost = [...answers].some(([id, answer]) => !asked.has(id) && severalLines(answer) !== '');
  return isLost ? [{ field: 'answers', rule: 'questionsChanged' }] : [];
}

function checkAnswer(
  question: AskedQuestion,
  answers: ReadonlyMap<string, string>,
  wanted: ApplicationRequirements,
): ApplicationTextViolation[] {
  const field = `answer:${question.id}`;
  const answer = severalLines(answers.get(question.id) ?? '');
  const violations = checkText(field, answer, MAX_ANSWER_LENGTH, 'answerLong', isAnswerRequired(wanted, question));
  const rule = violations.length === 0 && answer !== '' ? answerRule(question, answer) : undefined;
  return rule ? [{ field, rule }] : violations;
}

function checkText(
  field: string,
  text: string,
  most: number,
  tooLong: ApplicationTextViolation['rule'],
  isRequired: boolean,
): ApplicationTextViolation[] {
  const { length } = text.trim();
  if (length === 0) return isRequired ? [{ field, rule: 'required' }] : [];
  return length > most ? [{ field, rule: tooLong }] : [];
}
