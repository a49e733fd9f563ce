import type { InterviewFieldsFragment } from '#contract/generated/operations.js';
import { formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';

/** Says that an interview ends with a decision that can still be undone. @param props.name name of the applicant */
export function EndingNote({ interview: { endsAt }, name }: { interview: InterviewFieldsFragment; name: string }) {
  const { t, locale, site } = usePage();
  if (endsAt == null) return null;
  return (
    <p data-interview-ending>
      {t('applications.interview.ending', { name, time: formatTime(endsAt, locale, site.timeZone) })}
    </p>
  );
}
