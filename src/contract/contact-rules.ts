import { checkEmail, LONGEST_NAME, normalizeEmail } from './account-rules.js';

/** A rule that what was typed into the contact form breaks, and where. The server looks at the texts by the same function twice (VALID-03). */
export interface ContactTextFault {
  field: 'name' | 'email' | 'subject' | 'body';
  rule: 'required' | 'email' | 'nameLong' | 'subjectLong' | 'bodyLong';
}

const LONGEST_SUBJECT = 200;
const LONGEST_BODY = 10_000;

export function checkContactTexts(
  texts: Readonly<Partial<Record<ContactTextFault['field'], string>>>,
): ContactTextFault[] {
  const { name = '', email = '', subject = '', body = '' } = texts;
  const wrong = checkEmail(normalizeEmail(email))[0]?.rule;
  return [
    ...checkLength('name', name, LONGEST_NAME, 'nameLong'),
    ...(wrong ? [{ field: 'email', rule: wrong === 'required' ? 'required' : 'email' } as const] : []),
    ...checkLength('subject', subject, LONGEST_SUBJECT, 'subjectLong'),
    ...checkLength('body', body.replaceAll('\r\n', '\n'), LONGEST_BODY, 'bodyLong'),
  ];
}

function checkLength(
  field: ContactTextFault['field'],
  text: string,
  most: number,
  tooLong: ContactTextFault['rule'],
): ContactTextFault[] {
  if (text.trim() === '') return [{ field, rule: 'required' }];
  return text.trim().length > most ? [{ field, rule: tooLong }] : [];
}
