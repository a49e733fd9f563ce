import type { ReviewedValue } from '#contract/resume-import/review-form.js';
import { usePage } from '../../../lib/page-context';

const MAX_QUOTED = 3;

/** @returns what says where a value was read, and that some of it stands nowhere */
export function useSource(): (value: ReviewedValue) => string {
  const { t } = usePage();
  return ({ lines, assumed }) => {
    const line = lines.slice(0, MAX_QUOTED).join(' / ') + (lines.length > MAX_QUOTED ? ' / …' : '');
    const from = t(lines.length > 1 ? 'resume-import.review.fromLines' : 'resume-import.review.fromLine', { line });
    return assumed ? `${from} ${t('resume-import.review.assumed')}` : from;
  };
}
