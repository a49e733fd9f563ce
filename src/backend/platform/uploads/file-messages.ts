import { UPLOADS_KEPT_HOURS } from '#contract/applications/uploads.js';
import { formatMegabytes } from '#shared/text/translator.js';
import { type RuleMessage, ruleMessage, type SiteTexts } from '../texts/site-texts.js';

const FILE_RULES = [
  'fileType',
  'fileMacros',
  'fileSize',
  'fileEmpty',
  'fileRoom',
  'fileGone',
  'filesMany',
  'filesSize',
] as const;

/** Name of a rule that attached files can violate. */
export type FileRule = (typeof FILE_RULES)[number];

/** A rule violated by an attached file. */
export interface FileViolation {
  field?: string;
  rule: FileRule;
  /** Name of the file. */
  name?: string;
}

/** Limits for the files of a form; see `src/contract/applications/uploads.ts`. */
export interface FileLimits {
  most: number;
  /** Maximum size of one file in bytes. */
  mostBytes: number;
  maxTotalBytes: number;
}

export function isFileRule(rule: string): rule is FileRule {
  return FILE_RULES.some((known) => known === rule);
}

/** @param fault.name name of the file */
export function fileMessage(
  { rule, name }: { rule: FileRule; name?: string | undefined },
  limits: FileLimits,
  { t, locale }: SiteTexts,
): RuleMessage {
  switch (rule) {
    case 'fileSize':
      return ruleMessage(t, 'files.fileSize', {
        name: name || '…',
        each: formatMegabytes(limits.mostBytes, locale),
      });
    case 'filesMany':
      return ruleMessage(t, 'files.filesMany', { most: limits.most });
    case 'filesSize':
      return ruleMessage(t, 'files.filesSize', { all: formatMegabytes(limits.maxTotalBytes, locale) });
    case 'fileGone':
      return ruleMessage(t, 'files.fileGone', { count: UPLOADS_KEPT_HOURS });
    default:
      return ruleMessage(t, `files.${rule}`, { name: name || '…' });
  }
}
