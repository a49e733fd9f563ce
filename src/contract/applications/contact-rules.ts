import { checkEmail, MAX_NAME_LENGTH, normalizeEmail } from '../accounts/account-rules.js';
import type { CheckedRules } from '../defined-form/form-rules.js';
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from './recruiting-rules.js';

/** A violated rule of the contact form, and its field. The server checks the texts twice with the same function (VALID-03). */
export interface ContactTextViolation {
  field: 'name' | 'email' | 'subject' | 'body';
  rule: 'required' | 'email' | 'nameLong' | 'subjectLong' | 'bodyLong';
}

/** Values for the messages of rules that only this form has (`rules.contact`). */
export const CONTACT_RULE_VALUES = {
  nameLong: { max: MAX_NAME_LENGTH },
  subjectLong: { max: MAX_SUBJECT_LENGTH },
  bodyLong: { max: MAX_BODY_LENGTH },
} as const satisfies CheckedRules<ContactTextViolation['rule']>;

export function checkContactTexts(
  texts: Readonly<Partial<Record<ContactTextViolation['field'], string>>>,
): ContactTextViolation[] {
  const { name = '', email = '', subject = '', body = '' } = texts;
  const violation = checkEmail(normalizeEmail(email))[0]?.rule;
  return [
    ...checkLength('name', name, MAX_NAME_LENGTH, 'nameLong'),
    ...(violation ? [{ field: 'email', rule: violation === 'required' ? 'required' : 'email' } as const] : []),
    ...checkLength('subject', subject, MAX_SUBJECT_LENGTH, 'subjectLong'),
    ...checkLength('body', body.replaceAll('\r\n', '\n'), MAX_BODY_LENGTH, 'bodyLong'),
  ];
}

function checkLength(
  field: ContactTextViolation['field'],
  text: string,
  most: number,
  tooLong: ContactTextViolation['rule'],
): ContactTextViolation[] {
  if (text.trim() === '') return [{ field, rule: 'required' }];
  return text.trim().length > most ? [{ field, rule: tooLong }] : [];
}
