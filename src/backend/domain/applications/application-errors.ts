import type { AccountError } from '#contract/generated/resolvers.js';
import { APPLICATION_RULE_VALUES } from '#contract/applications/application-rules.js';
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from '#contract/applications/message-lengths.js';
import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import type { MessageValues } from '#shared/text/translator.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { type RuleMessage, ruleMessage, type SiteTexts } from '../../platform/texts/site-texts.js';
import { fileMessage, type FileRule, isFileRule } from '../../platform/uploads/file-messages.js';
import { accountMessage } from '../accounts/account-messages.js';
import { errorsOf } from '../accounts/account-results.js';

/** What can be wrong with an application or an answer to one; the account's own words serve for the rest. */
type ApplicationRule = CheckedRule | 'noFiles' | 'subjectLong' | 'bodyLong' | 'step';
/** That browsers check as well. */
type CheckedRule = keyof typeof APPLICATION_RULE_VALUES;

export interface ApplicationViolation {
  field?: string;
  rule: ApplicationRule | FileRule | 'required' | 'email' | 'captcha' | 'captchaUnavailable';
  /** Of the file. */
  name?: string;
}

/** What the messages name. */
const VALUES: Readonly<Record<Exclude<ApplicationRule, CheckedRule>, MessageValues>> = {
  noFiles: {},
  subjectLong: { max: MAX_SUBJECT_LENGTH },
  bodyLong: { max: MAX_BODY_LENGTH },
  step: {},
};

export function applicationErrors(
  violations: readonly ApplicationViolation[],
  context: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  return errorsOf(violations, context, messageOf);
}

function messageOf({ rule, name }: ApplicationViolation, texts: SiteTexts): RuleMessage {
  if (rule === 'required' || rule === 'email' || rule === 'captcha' || rule === 'captchaUnavailable')
    return accountMessage({ rule }, texts);
  if (isFileRule(rule)) return fileMessage({ rule, name }, APPLICATION_FILES, texts);
  return isChecked(rule)
    ? ruleMessage(texts.t, `rules.application.${rule}`, APPLICATION_RULE_VALUES[rule])
    : ruleMessage(texts.t, `errors.application.${rule}`, VALUES[rule]);
}

function isChecked(rule: ApplicationRule): rule is CheckedRule {
  return Object.hasOwn(APPLICATION_RULE_VALUES, rule);
}
