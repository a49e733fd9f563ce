import { oneLine, severalLines } from '#shared/text/typed-lines.js';
import { checkEmail, MAX_NAME_LENGTH, normalizeEmail } from '../accounts/account-rules.js';
import type { CheckedRules } from '../defined-form/form-rules.js';

export const MAX_COVER_LETTER_LENGTH = 10_000;
export const MAX_ANSWER_LENGTH = 2000;
export const MAX_QUESTIONS = 10;
/** Whom a job names to be told of each application. */
export const MAX_APPLICATION_EMAILS = 10;

/** What a job wants to know of everybody who applies by form. */
export interface ApplicationRequirements {
  applicationRequireCv: boolean;
  applicationRequireCoverLetter: boolean;
  applicationRequireQualifyingQuestions: boolean;
  applicationQualifyingQuestions: readonly { id: string; required: boolean }[];
}

/** What somebody has typed into the form. */
interface TypedApplication {
  firstName: string;
  lastName: string;
  emailAddress: string;
  coverLetter: string;
  /** By the id of the question. */
  answers: ReadonlyMap<string, string>;
  /** How many files. */
  attachments: number;
}

export interface ApplicationTextViolation {
  /** As `ApplyResult.errors` names it. */
  field: string;
  rule: 'required' | 'email' | 'nameLong' | 'coverLetterLong' | 'answerLong' | 'cvMissing';
}

/** What the messages of the rules name that only this form has (`rules.application`). */
export const APPLICATION_RULE_VALUES = {
  nameLong: { max: MAX_NAME_LENGTH },
  coverLetterLong: { max: MAX_COVER_LETTER_LENGTH },
  answerLong: { max: MAX_ANSWER_LENGTH },
  cvMissing: {},
} as const satisfies CheckedRules<ApplicationTextViolation['rule']>;

/** Whether a question has to be answered. */
export function isAnswerRequired(
  { applicationRequireQualifyingQuestions }: Pick<ApplicationRequirements, 'applicationRequireQualifyingQuestions'>,
  question: { required: boolean },
): boolean {
  return applicationRequireQualifyingQuestions && question.required;
}

/** What is wrong with an application, in the order of the form. The server asks twice: before it looks for a captcha, and at the end. */
export function checkApplication(typed: TypedApplication, wanted: ApplicationRequirements): ApplicationTextViolation[] {
  const violation = checkEmail(normalizeEmail(typed.emailAddress))[0]?.rule;
  return [
    ...checkText('firstName', oneLine(typed.firstName), MAX_NAME_LENGTH, 'nameLong', true),
    ...checkText('lastName', oneLine(typed.lastName), MAX_NAME_LENGTH, 'nameLong', true),
    ...(violation ? [{ field: 'emailAddress', rule: violation === 'required' ? 'required' : 'email' } as const] : []),
    ...wanted.applicationQualifyingQuestions.flatMap((question) =>
      checkText(
        `answer:${question.id}`,
        severalLines(typed.answers.get(question.id) ?? ''),
        MAX_ANSWER_LENGTH,
        'answerLong',
        isAnswerRequired(wanted, question),
      ),
    ),
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
