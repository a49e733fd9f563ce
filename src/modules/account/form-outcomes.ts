import { localAddress } from '#contract/pages/callback-url.js';
import { type AccountFormName, checkAccountForm, type EnteredValues } from '#contract/accounts/account-forms.js';
import { CHECKED_RULE_VALUES } from '#contract/accounts/account-rules.js';
import { withDispatch } from '#contract/measurement/page-measurement.js';
import { type GraphqlFailure, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import { CHECK_MAIL_PATH, DASHBOARD_PATH } from '#contract/pages/paths.js';
import { decodedMessage } from '#shared/text/server-message.js';
import type { FormError } from '#contract/applications/sent-form.js';
import type { FormContext, FormOutcome } from '../forms/index.js';

const FORBIDDEN = 403;
const UNAVAILABLE = 503;
const TOO_MANY = 429;

/** @returns undefined if there is no error so far; the backend repeats the checks that concern it */
export function check(form: AccountFormName, values: EnteredValues, { t }: FormContext): FormOutcome | undefined {
  const violations = checkAccountForm[form](values);
  if (violations.length === 0) return undefined;
  return again(
    violations.map(({ field, rule }) => ({
      field: field ?? null,
      message: t(`rules.account.${rule}`, CHECKED_RULE_VALUES[rule]),
    })),
  );
}

/** Shows the form again with the error messages of the backend. */
export function again(errors: readonly { field: string | null; message: string }[]): FormOutcome {
  return {
    kind: 'again',
    errors: errors.map(({ field, message }): FormError => ({ field, message: decodedMessage(message) })),
  };
}

/** The backend could not process the form; the visitor can send the same values again. */
export function failed({ kind, message, errors }: GraphqlFailure, { t }: FormContext): FormOutcome {
  if (kind === 'limited') return { kind: 'again', errors: [{ field: null, message }], status: TOO_MANY };
  if (kind === 'read-only') return { kind: 'again', errors: [{ field: null, message }], status: UNAVAILABLE };
  const codes = errors?.map(({ extensions }) => extensions?.code) ?? [];
  if (codes.includes(GRAPHQL_ERROR_CODES.busy))
    return { kind: 'again', errors: [{ field: null, message }], status: UNAVAILABLE };
  if (codes.includes(GRAPHQL_ERROR_CODES.unauthenticated) || codes.includes(GRAPHQL_ERROR_CODES.forbidden))
    return { kind: 'again', errors: [{ field: null, message: t('dashboard.forbidden') }], status: FORBIDDEN };
  return { kind: 'again', errors: [{ field: null, message: t('form.failed') }], status: UNAVAILABLE };
}

/** Where a logged-in visitor continues: at the requested page, if it belongs to this site. */
export function goOn(call: FormContext): string {
  return wantedAddress(call) ?? call.href(DASHBOARD_PATH);
}

/** Where the visitor goes after logging in; the page mentions the login once (ROUTE-15). */
export function afterLogin(call: FormContext): string {
  return withDispatch(goOn(call), 'login');
}

/** Where the visitor goes when the registration is complete. */
export function afterVerification(call: FormContext): string {
  return withDispatch(goOn(call), 'sign_up');
}

/** Where the visitor goes after registering, whether or not the account existed before. The requested page is kept (ROUTE-15). */
export function afterRegistration(call: FormContext): string {
  const destination = wantedAddress(call);
  const query = new URLSearchParams({ reason: 'register', ...(destination && { destination }) });
  return withDispatch(call.href(`${CHECK_MAIL_PATH}?${query.toString()}`), 'signup_start');
}

/** Where a visitor goes who has yet to confirm their address. The requested page is kept. */
export function toConfirmation(call: FormContext): string {
  const destination = wantedAddress(call);
  const query = new URLSearchParams({ reason: 'confirm', ...(destination && { destination }) });
  return call.href(`${CHECK_MAIL_PATH}?${query.toString()}`);
}

/** Where the visitor goes after logging out (AUTH-10). */
export function afterLogout(call: FormContext): string {
  return wantedAddress(call) ?? call.href('/');
}

/** @returns the page of this site that the visitor originally requested; undefined if there is none */
export function wantedAddress({ query, origin }: FormContext): string | undefined {
  const wanted = query.get('destination') ?? query.get('callbackUrl');
  return wanted ? localAddress(wanted, origin) : undefined;
}
