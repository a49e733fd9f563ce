import type { AccountError } from '#contract/generated/resolvers.js';
import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import { messageOf } from '../accounts/fault-messages.js';
import { fileMessageOf, type FileRule, isFileRule } from '../../platform/uploads/file-faults.js';

/** What can be wrong with an application or an answer to one; the account's own words serve for the rest. */
type ApplicationRule =
  'nameLong' | 'coverLetterLong' | 'answerLong' | 'cvMissing' | 'subjectLong' | 'bodyLong' | 'step';

export interface ApplicationViolation {
  field?: string;
  rule: ApplicationRule | FileRule | 'required' | 'email' | 'captcha';
  /** Of the file. */
  name?: string;
}

type Messages = Record<ApplicationRule, string>;

const ENGLISH: Messages = {
  nameLong: 'Please use at most 120 characters',
  coverLetterLong: 'Please use at most 10,000 characters, or attach your letter as a file',
  answerLong: 'Please use at most 2,000 characters',
  cvMissing: 'Please attach your CV: the employer asks for it',
  subjectLong: 'Please use at most 200 characters',
  bodyLong: 'Please use at most 10,000 characters',
  step: 'This application cannot be moved there any more. Please look at where it is now',
};

const GERMAN: Messages = {
  nameLong: 'Bitte verwenden Sie höchstens 120 Zeichen',
  coverLetterLong: 'Bitte verwenden Sie höchstens 10.000 Zeichen, oder hängen Sie Ihr Anschreiben als Datei an',
  answerLong: 'Bitte verwenden Sie höchstens 2.000 Zeichen',
  cvMissing: 'Bitte hängen Sie Ihren Lebenslauf an: Der Arbeitgeber bittet darum',
  subjectLong: 'Bitte verwenden Sie höchstens 200 Zeichen',
  bodyLong: 'Bitte verwenden Sie höchstens 10.000 Zeichen',
  step: 'Diese Bewerbung kann dorthin nicht mehr verschoben werden. Bitte sehen Sie nach, wo sie jetzt ist',
};

const FRENCH: Messages = {
  nameLong: 'Veuillez utiliser 120 caractères au plus',
  coverLetterLong: 'Veuillez utiliser 10 000 caractères au plus, ou joindre votre lettre',
  answerLong: 'Veuillez utiliser 2 000 caractères au plus',
  cvMissing: 'Veuillez joindre votre CV\u00a0: l’employeur le demande',
  subjectLong: 'Veuillez utiliser 200 caractères au plus',
  bodyLong: 'Veuillez utiliser 10 000 caractères au plus',
  step: 'Cette candidature ne peut plus passer à cette étape. Veuillez vérifier où elle en est',
};

const MESSAGES: Record<string, Messages> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

export function applicationErrors(violations: readonly ApplicationViolation[], language: string): AccountError[] {
  return violations.map((violation) => ({
    __typename: 'AccountError',
    field: violation.field ?? null,
    message: wordsOf(violation, language),
    code: null,
  }));
}

function wordsOf({ rule, name }: ApplicationViolation, language: string): string {
  if (rule === 'required' || rule === 'email' || rule === 'captcha') return messageOf({ rule }, language);
  if (isFileRule(rule)) return fileMessageOf({ rule, name }, APPLICATION_FILES, language);
  return (MESSAGES[language] ?? ENGLISH)[rule];
}
