import { checkPassword, type AccountViolation } from '#contract/accounts/account-rules.js';
import { COMMON_PASSWORDS } from './common-passwords.js';

const MIN_CHARACTERS = 4;

/** The rules of the browser, and what only the server has the list for. @param email normalized */
export function checkNewPassword(password: string, email: string, field = 'password'): AccountViolation[] {
  const violations = checkPassword(password, email, field);
  if (violations.length > 0) return violations;
  const plain = password.toLowerCase();
  const isCommon = COMMON_PASSWORDS.has(plain) || new Set(plain).size < MIN_CHARACTERS;
  return isCommon ? [{ field, rule: 'passwordCommon' }] : [];
}
