import { CONTACT_RULE_VALUES } from '#contract/applications/contact-rules.js';
import { MESSAGE_FILES } from '#contract/applications/uploads.js';
import type { AccountError } from '#contract/generated/resolvers.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { type RuleMessage, ruleMessage, type SiteTexts } from '../../platform/texts/site-texts.js';
import { type FileRule, fileMessage, isFileRule } from '../../platform/uploads/file-messages.js';
import { accountMessage } from '../accounts/account-messages.js';
import { errorsOf } from '../accounts/account-results.js';

/** Rules for messages to the site; for everything else the messages of accounts are used. */
type ContactRule = keyof typeof CONTACT_RULE_VALUES | 'off';

export interface ContactViolation {
  field?: string;
  rule: ContactRule | FileRule | 'required' | 'email' | 'captcha' | 'captchaUnavailable';
  /** Name of the file. */
  name?: string;
}

export function contactErrors(
  violations: readonly ContactViolation[],
  context: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  return errorsOf(violations, context, messageOf);
}

function messageOf({ rule, name }: ContactViolation, texts: SiteTexts): RuleMessage {
  if (rule === 'required' || rule === 'email' || rule === 'captcha' || rule === 'captchaUnavailable')
    return accountMessage({ rule }, texts);
  if (isFileRule(rule)) return fileMessage({ rule, name }, MESSAGE_FILES, texts);
  if (rule === 'off') return ruleMessage(texts.t, 'errors.contact.off');
  return ruleMessage(texts.t, `rules.contact.${rule}`, CONTACT_RULE_VALUES[rule]);
}
