import type { MessageValues } from '#shared/text/translator.js';

/** Validation rules for account data (VALID-01, AUTH-11). Browser and server use the same functions (VALID-03). */
export type AccountRule =
  | 'required'
  | 'email'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordIsEmail'
  | 'passwordCommon'
  | 'consent'
  | 'consentChanged'
  | 'role'
  | 'captcha'
  | 'captchaUnavailable'
  | 'credentials'
  | 'unconfirmed'
  | 'link'
  | 'currentPassword'
  | 'noPassword'
  | 'tooLong'
  | 'soleOwner'
  | 'hasOrganization'
  | 'isMember'
  | 'lastOwner'
  | 'recruiterRemoved'
  | 'lastAdministrator'
  | 'ownAdministration'
  | 'unknownUser'
  | 'notMasqueradable'
  | 'mailToBlocked'
  | 'alreadyVerified'
  | 'roles'
  | 'rolesChanged'
  | 'alreadyDecided'
  | 'messageLong'
  | 'assertion'
  | 'blocked'
  | 'identityEmail'
  | 'identityNotLinked'
  | 'identityTaken'
  | 'lastWayIn'
  | 'language'
  | 'noAccounts'
  | 'tooMany'
  | 'busy';

/** A violated rule, and its field. */
export interface AccountViolation {
  /** Name of the argument or input field; undefined if the violation concerns the whole input. */
  field?: string;
  rule: AccountRule;
  /** Names of organizations that the message mentions. */
  names?: readonly string[];
}

/** Rules that a browser can check before a form is sent. */
export const CHECKED_RULES: readonly AccountRule[] = [
  'required',
  'email',
  'passwordShort',
  'passwordLong',
  'passwordIsEmail',
  'consent',
];

/** NIST SP 800-63B 3.1.1.2: length counts, composition does not. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 256;
/** Values that the messages of these rules contain. */
export const CHECKED_RULE_VALUES: Readonly<Partial<Record<AccountRule, MessageValues>>> = {
  passwordShort: { min: MIN_PASSWORD_LENGTH },
  passwordLong: { max: MAX_PASSWORD_LENGTH },
};
const MAX_EMAIL_LENGTH = 254;
/** Maximum length of an administrator's message to a recruiter who waits for approval. */
export const MAX_APPROVAL_MESSAGE_LENGTH = 2000;
/** If more accounts than this have the same domain as a recruiter who waits for approval, they are not counted exactly. */
export const MAX_COUNTED_OF_DOMAIN = 100;
/** Maximum length of the name of a person or an organization. */
export const MAX_NAME_LENGTH = 120;

/** Addresses that browsers accept in `<input type=email>` (HTML, 4.10.5.1.5), but with a dot in the domain. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Normalizes an address for looking up accounts: lower case, without surrounding spaces. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** @param email normalized */
export function checkEmail(email: string, field = 'email'): AccountViolation[] {
  if (email === '') return [{ field, rule: 'required' }];
  return email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email) ? [] : [{ field, rule: 'email' }];
}

/** @param email the normalized address of the account */
export function checkPassword(password: string, email: string, field = 'password'): AccountViolation[] {
  if (password === '') return [{ field, rule: 'required' }];
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_LENGTH) return [{ field, rule: 'passwordShort' }];
  if (length > MAX_PASSWORD_LENGTH) return [{ field, rule: 'passwordLong' }];
  const plain = password.toLowerCase();
  if (plain === email || plain === email.split('@')[0]) return [{ field, rule: 'passwordIsEmail' }];
  return [];
}

/** @param name null or undefined if missing */
export function checkName(name: string | null | undefined, field: string): AccountViolation[] {
  return (name?.trim().length ?? 0) > MAX_NAME_LENGTH ? [{ field, rule: 'tooLong' }] : [];
}
