import { RESUME_FILE } from '#contract/applications/uploads.js';
import { formatMegabytes } from '#shared/text/megabytes.js';
import { type RuleMessage, ruleMessage } from '../../../platform/texts/rule-message.js';
import type { SiteTexts } from '../../../platform/texts/site-texts.js';
import { type ExtractionError, MAX_PAGES } from './text/extract-text.js';

/** Why nothing is proposed. */
export type ImportViolation = ExtractionError | 'empty' | 'size' | 'oldWord' | 'json' | 'nothing';

/** @param where in the file it is */
export function importMessage(violation: ImportViolation, { t, locale }: SiteTexts, where = ''): RuleMessage {
  switch (violation) {
    case 'size':
      return ruleMessage(t, 'rules.resumeFile.size', { max: formatMegabytes(RESUME_FILE.mostBytes, locale) });
    case 'pages':
      return ruleMessage(t, 'errors.resumeImport.pages', { max: MAX_PAGES });
    case 'json':
      return ruleMessage(t, 'errors.resumeImport.json', { where: where || 'JSON' });
    default:
      return ruleMessage(t, `errors.resumeImport.${violation}`);
  }
}
