import {
  CONTACT_LAPSE_DAYS,
  MAX_CONTACT_MESSAGE_LENGTH,
  MAX_CONTACT_MESSAGES_A_DAY,
} from '#contract/contact-requests.js';
import { severalLines } from '#shared/text/typed-lines.js';
import type { AccountError, AccountResult } from '#contract/generated/resolvers.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { ruleMessage } from '../../platform/texts/site-texts.js';
import { errorsOf } from '../accounts/account-results.js';

/**
 * Reasons why a request, an answer or a message is refused; each has a message in `errors.contactRequest`.
 *
 * - `message`: the text is missing; `messageLong`: it is too long
 * - `resume`: there is no such resume, or it is hidden
 * - `hidden`: the owner cannot approve while the resume is hidden
 * - `own`: it is the requester's own resume
 * - `open`: the organization already has a request that is pending or approved
 * - `blocked`: the owner of the resume has blocked the organization
 * - `noOrganization`: the recruiter acts for no organization
 * - `notOffered`: the site sells no contacts, and the organization has none
 * - `insufficient`: the organization has neither a free slot nor a credit
 * - `unknown`: there is no such request, or it belongs to others
 * - `over`: the request has expired, or was decided before
 * - `notApproved`: messages are possible in approved contacts only
 * - `tooMany`: this side has sent too many messages today
 */
export type ContactRule =
  | 'message'
  | 'messageLong'
  | 'resume'
  | 'hidden'
  | 'own'
  | 'open'
  | 'blocked'
  | 'noOrganization'
  | 'notOffered'
  | 'insufficient'
  | 'unknown'
  | 'over'
  | 'notApproved'
  | 'tooMany';

export interface ContactViolation {
  field?: 'message';
  rule: ContactRule;
}

const VALUES: Readonly<Partial<Record<ContactRule, Record<string, number>>>> = {
  messageLong: { max: MAX_CONTACT_MESSAGE_LENGTH },
  over: { days: CONTACT_LAPSE_DAYS },
  tooMany: { max: MAX_CONTACT_MESSAGES_A_DAY },
};

export function contactErrors(
  violations: readonly ContactViolation[],
  context: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  return errorsOf(violations, context, ({ rule }, { t }) =>
    ruleMessage(t, `errors.contactRequest.${rule}`, VALUES[rule]),
  );
}

export function contactResult(violations: readonly ContactViolation[], context: RequestContext): AccountResult {
  return { __typename: 'AccountResult', errors: contactErrors(violations, context) };
}

/** @returns the input as plain text; markup in it is treated as text */
export function readMessage(typed: string): { text: string; violations: ContactViolation[] } {
  const text = severalLines(typed);
  if (text === '') return { text, violations: [{ field: 'message', rule: 'message' }] };
  const isLong = text.length > MAX_CONTACT_MESSAGE_LENGTH;
  return { text, violations: isLong ? [{ field: 'message', rule: 'messageLong' }] : [] };
}
