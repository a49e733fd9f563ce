import type { AccountError } from '#contract/generated/resolvers.js';
import { MAX_NAME_LENGTH } from '#contract/accounts/account-rules.js';
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from '#contract/applications/message-lengths.js';
import { MESSAGE_FILES } from '#contract/applications/uploads.js';
import type { MessageValues } from '#shared/text/translator.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { type RuleMessage, ruleMessage } from '../../platform/texts/rule-message.js';
import { type SiteTexts, textsOf } from '../../platform/texts/site-texts.js';
import { fileMessage, type FileRule, isFileRule } from '../../platform/uploads/file-faults.js';
import { accountMessage } from '../accounts/fault-messages.js';

/** What can be wrong with a message to the site; the account's own words serve for the rest. */
type ContactRule = 'nameLong' | 'subjectLong' | 'bodyLong' | 'off';

export interface ContactViolation {
  field?: string;
  rule: ContactRule | FileRule | 'required' | 'email' | 'captcha';
  /** Of the file. */
  name?: string;
}

/** What the messages name. */
const VALUES: Readonly<Record<ContactRule, MessageValues>> = {
  nameLong: { max: MAX_NAME_LENGTH },
  subjectLong: { max: MAX_SUBJECT_LENGTH },
  bodyLong: { max: MAX_BODY_LENGTH },
  off: {},
};

export function contactErrors(
  violations: readonly ContactViolation[],
  { site, locale }: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  const texts = textsOf(site, locale);
  return violations.map((violation) => ({
    __typename: 'AccountError',
    field: violation.field ?? null,
    code: null,
    ...messageOf(violation, texts),
  }));
}

function messageOf({ rule, name }: ContactViolation, texts: SiteTexts): RuleMessage {
  if (rule === 'required' || rule === 'email' || rule === 'captcha') return accountMessage({ rule }, texts);
  if (isFileRule(rule)) return fileMessage({ rule, name }, MESSAGE_FILES, texts);
  return ruleMessage(texts.t, `errors.contact.${rule}`, VALUES[rule]);
}
