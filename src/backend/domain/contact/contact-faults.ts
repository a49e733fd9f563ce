import type { AccountError } from '#contract/generated/resolvers.js';
import { MESSAGE_FILES } from '#contract/applications/uploads.js';
import { messageOf } from '../accounts/fault-messages.js';
import { fileMessageOf, type FileRule, isFileRule } from '../../platform/uploads/file-faults.js';

/** What can be wrong with a message to the site; the account's own words serve for the rest. */
type ContactRule = 'nameLong' | 'subjectLong' | 'bodyLong' | 'off';

export interface ContactViolation {
  field?: string;
  rule: ContactRule | FileRule | 'required' | 'email' | 'captcha';
  /** Of the file. */
  name?: string;
}

type Messages = Record<ContactRule, string>;

const ENGLISH: Messages = {
  nameLong: 'Please use at most 120 characters',
  subjectLong: 'Please use at most 200 characters',
  bodyLong: 'Please use at most 10,000 characters, or attach a file',
  off: 'Messages cannot be taken here just now',
};

const GERMAN: Messages = {
  nameLong: 'Bitte verwenden Sie höchstens 120 Zeichen',
  subjectLong: 'Bitte verwenden Sie höchstens 200 Zeichen',
  bodyLong: 'Bitte verwenden Sie höchstens 10.000 Zeichen oder hängen Sie eine Datei an',
  off: 'Nachrichten können hier gerade nicht angenommen werden',
};

const FRENCH: Messages = {
  nameLong: 'Veuillez utiliser 120 caractères au plus',
  subjectLong: 'Veuillez utiliser 200 caractères au plus',
  bodyLong: 'Veuillez utiliser 10 000 caractères au plus, ou joindre un fichier',
  off: 'Les messages ne peuvent pas être reçus ici pour l’instant',
};

const MESSAGES: Record<string, Messages> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

export function contactErrors(violations: readonly ContactViolation[], language: string): AccountError[] {
  return violations.map(({ field, ...violation }) => ({
    __typename: 'AccountError',
    field: field ?? null,
    message: wordsOf(violation, language),
    code: null,
  }));
}

function wordsOf({ rule, name }: ContactViolation, language: string): string {
  if (rule === 'required' || rule === 'email' || rule === 'captcha') return messageOf({ rule }, language);
  if (isFileRule(rule)) return fileMessageOf({ rule, name }, MESSAGE_FILES, language);
  return (MESSAGES[language] ?? ENGLISH)[rule];
}
