import type { AccountError } from '#contract/generated/resolvers.js';
import { APPLICATION_RULE_VALUES } from '#contract/applications/application-rules.js';
import {
  MAX_TEMPLATE_NAME_LENGTH,
  MAX_TEMPLATES,
  ANSWER_DELAY_MINUTES,
  MAX_BODY_LENGTH,
  MAX_SUBJECT_LENGTH,
  MAX_MENTIONS,
  MAX_NOTE_LENGTH,
  MAX_NOTES,
  MAX_RATING,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_DAYS_AHEAD,
  MAX_INTERVIEW_NOTE_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_SLOTS,
} from '#contract/applications/recruiting-rules.js';
import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import type { MessageValues } from '#shared/text/translator.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { type RuleMessage, ruleMessage, type SiteTexts } from '../../platform/texts/site-texts.js';
import { fileMessage, type FileRule, isFileRule } from '../../platform/uploads/file-messages.js';
import { errorsOf, accountMessage } from '../accounts/account-results.js';

/** Rules for applications and answers; for everything else the messages of accounts are used. */
type ApplicationRule =
  | CheckedRule
  | 'noFiles'
  | 'noResume'
  | 'sentAlready'
  | 'additionClosed'
  | 'additionEmpty'
  | 'additionsMany'
  | 'subjectLong'
  | 'bodyLong'
  | 'placeholder'
  | 'step'
  | 'waiting'
  | 'movedMeanwhile'
  | 'gone'
  | InterviewRule
  | BulkRule
  | NoteRule
  | TemplateRule;
/** Rules for interviews and their proposed times. */
type InterviewRule =
  | 'interviewOpen'
  | 'interviewBooked'
  | 'interviewsBooked'
  | 'interviewClosed'
  | 'interviewMeanwhile'
  | 'interviewMinutes'
  | 'interviewNoteLong'
  | 'placeLong'
  | 'timeZone'
  | 'slotsMany'
  | 'slotInvalid'
  | 'slotPast'
  | 'slotFar'
  | 'slotTwice'
  | 'slotBusy'
  | 'slotTaken'
  | 'slotChoose';
/** Rules for a step or an answer for many applications. */
type BulkRule = 'nobody' | 'nothing' | 'bulkLate';
/** Rules for an organization's internal notes about an application. */
type NoteRule = 'noteLong' | 'notesMany' | 'mentions' | 'colleague' | 'tagLong' | 'tagsMany' | 'rating';
/** Rules for an organization's answer templates. */
type TemplateRule = 'templateNameLong' | 'templateNameTaken' | 'templatesMany' | 'placeholderUnknown';
/** Rules that browsers check as well. */
type CheckedRule = keyof typeof APPLICATION_RULE_VALUES;

export interface ApplicationViolation {
  field?: string;
  rule: ApplicationRule | FileRule | 'required' | 'email' | 'captcha' | 'captchaUnavailable';
  /** Name of the file or of applicants, or the placeholders that are left open. */
  name?: string;
  /** Placeholders that exist. */
  known?: string;
}

/** Values for the placeholders of the messages. */
const VALUES: Readonly<Record<Exclude<ApplicationRule, CheckedRule>, MessageValues>> = {
  noFiles: {},
  noResume: {},
  sentAlready: {},
  additionClosed: {},
  additionEmpty: {},
  additionsMany: {},
  subjectLong: { max: MAX_SUBJECT_LENGTH },
  bodyLong: { max: MAX_BODY_LENGTH },
  placeholder: {},
  step: {},
  waiting: {},
  movedMeanwhile: {},
  gone: {},
  interviewOpen: {},
  interviewBooked: {},
  interviewsBooked: {},
  interviewClosed: {},
  interviewMeanwhile: {},
  interviewMinutes: {},
  interviewNoteLong: { max: MAX_INTERVIEW_NOTE_LENGTH },
  placeLong: { max: MAX_PLACE_LENGTH },
  timeZone: {},
  slotsMany: { max: MAX_SLOTS },
  slotInvalid: {},
  slotPast: {},
  slotFar: { max: MAX_DAYS_AHEAD },
  slotTwice: {},
  slotBusy: {},
  slotTaken: {},
  slotChoose: {},
  nobody: {},
  nothing: {},
  bulkLate: { minutes: ANSWER_DELAY_MINUTES },
  noteLong: { max: MAX_NOTE_LENGTH },
  notesMany: { max: MAX_NOTES },
  mentions: { max: MAX_MENTIONS },
  colleague: {},
  tagLong: { max: MAX_TAG_LENGTH },
  tagsMany: { max: MAX_TAGS },
  rating: { max: MAX_RATING },
  templateNameLong: { max: MAX_TEMPLATE_NAME_LENGTH },
  templateNameTaken: {},
  templatesMany: { max: MAX_TEMPLATES },
  placeholderUnknown: {},
};

export function applicationErrors(
  violations: readonly ApplicationViolation[],
  context: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  return errorsOf(violations, context, messageOf);
}

function messageOf({ rule, name, known }: ApplicationViolation, texts: SiteTexts): RuleMessage {
  if (rule === 'required' || rule === 'email' || rule === 'captcha' || rule === 'captchaUnavailable')
    return accountMessage({ rule }, texts);
  if (isFileRule(rule)) return fileMessage({ rule, name }, APPLICATION_FILES, texts);
  return isChecked(rule)
    ? ruleMessage(texts.t, `rules.application.${rule}`, APPLICATION_RULE_VALUES[rule])
    : ruleMessage(texts.t, `errors.application.${rule}`, {
        ...VALUES[rule],
        ...(name !== undefined && { name }),
        ...(known !== undefined && { known }),
      });
}

function isChecked(rule: ApplicationRule): rule is CheckedRule {
  return Object.hasOwn(APPLICATION_RULE_VALUES, rule);
}
