import type { ReviewedValue } from '#contract/resume-import/review-form.js';
import { usePage } from '../../../lib/page-context';

const MAX_QUOTED = 2;

/** @returns a function that quotes the lines of the file from which an item was extracted, each line once */
export function useSource(): (values: readonly ReviewedValue[]) => string {
  const { t } = usePage();
  return (values) => {
    const lines = [...new Set(values.flatMap((value) => value.lines))];
    const line = lines.slice(0, MAX_QUOTED).join(' / ') + (lines.length > MAX_QUOTED ? ' / …' : '');
    return t(lines.length > 1 ? 'resume-import.review.fromLines' : 'resume-import.review.fromLine', { line });
  };
}
