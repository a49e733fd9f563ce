import { type AccountViolation, checkEmail, checkName, checkPassword, normalizeEmail } from './account-rules.js';

/** Names of the forms on account pages. */
export type AccountFormName =
  | 'login'
  | 'register'
  | 'reset-request'
  | 'resend-mail'
  | 'reset'
  | 'verify'
  | 'link-identity'
  | 'unlink-identity'
  | 'logout'
  | 'change-name'
  | 'change-email'
  | 'change-language'
  | 'confirm-email'
  | 'change-password'
  | 'active-organization'
  | 'create-organization'
  | 'make-owner'
  | 'log-out-everywhere'
  | 'delete-account'
  | 'masquerade'
  | 'roles'
  | 'access'
  | 'block'
  | 'unblock'
  | 'verification-mail'
  | 'reset-mail';

/** The entered values by field; fields that a form does not have are missing. */
export type EnteredValues = Readonly<Record<string, string | undefined>>;

/** Value of a consent field if consent was given. */
export const CONSENT_GIVEN = 'yes';

/** A registration field that is invisible to people. */
export const HONEYPOT_FIELD = 'homepage';

/** Validation that needs no call to the backend; used in the browser and on the server (VALID-03). */
export const checkAccountForm: Readonly<Record<AccountFormName, (values: EnteredValues) => AccountViolation[]>> = {
  login: (values) => [...entered(values, 'email'), ...entered(values, 'password')],
  register: (values) => {
    const email = normalizeEmail(values.email ?? '');
    return [
      ...entered(values, 'firstName'),
      ...entered(values, 'lastName'),
      ...(values.organizationName === undefined ? [] : entered(values, 'organizationName')),
      ...checkEmail(email),
      ...checkPassword(values.password ?? '', email),
      ...(values.consent === CONSENT_GIVEN ? [] : [{ field: 'consent', rule: 'consent' } as const]),
    ];
  },
  'reset-request': (values) => checkEmail(normalizeEmail(values.email ?? '')),
  'resend-mail': (values) => checkEmail(normalizeEmail(values.email ?? '')),
  reset: (values) => checkPassword(values.password ?? '', ''),
  // In the browser of the registration the form has no password field.
  verify: (values) => (values.password === undefined ? [] : entered(values, 'password')),
  'link-identity': () => [],
  'unlink-identity': () => [],
  logout: () => [],
  'change-name': (values) => [...checkPersonName(values, 'firstName'), ...checkPersonName(values, 'lastName')],
  'change-email': (values) => [...checkEmail(normalizeEmail(values.email ?? '')), ...entered(values, 'emailPassword')],
  'confirm-email': () => [],
  'change-language': (values) => entered(values, 'language'),
  'change-password': (values) => [
    ...entered(values, 'currentPassword'),
    ...checkPassword(values.newPassword ?? '', '', 'newPassword'),
  ],
  'active-organization': (values) => entered(values, 'organizationId'),
  'create-organization': (values) => entered(values, 'organizationName'),
  'make-owner': (values) => entered(values, 'newOwner'),
  'log-out-everywhere': () => [],
  'delete-account': (values) => entered(values, 'deletePassword'),
  masquerade: () => [],
  roles: () => [],
  access: (values) => entered(values, 'reason'),
  block: (values) => entered(values, 'blockReason'),
  unblock: () => [],
  'verification-mail': () => [],
  'reset-mail': () => [],
};

function checkPersonName(values: EnteredValues, field: 'firstName' | 'lastName'): AccountViolation[] {
  return [...entered(values, field), ...checkName(values[field], field)];
}

/** Requires a value; a password may consist of spaces only. */
function entered(values: EnteredValues, field: string): AccountViolation[] {
  const value = values[field] ?? '';
  return (/password$/i.test(field) ? value : value.trim()) === '' ? [{ field, rule: 'required' }] : [];
}
