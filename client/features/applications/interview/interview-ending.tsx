import type { InterviewFieldsFragment } from '#contract/generated/operations.js';
import { slotText } from '#shared/time-zones/slot-text.js';
import { FormCheckbox } from '../../../components/ui/forms/form-field';
import { formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';

/**
 * In a form that may reject an applicant: decides whether their interview is canceled. A booked interview must be
 * canceled explicitly.
 */
export function EndingChoice({
  field,
  interview,
  name,
  form,
}: {
  /** Field of the form; differs between two forms on a page. */
  field: string;
  interview: InterviewFieldsFragment | null;
  /** Name of the applicant. */
  name: string;
  form: PageForm;
}) {
  const { t, locale } = usePage();
  const error = form.errors.find((each) => each.field === field)?.message;
  if (interview?.state === 'proposed') return <p className={styles.soft}>{t('applications.interview.endsProposal')}</p>;
  // A member who may not see interviews learns about one only through the error.
  if (!interview?.upcoming && error === undefined) return null;
  const label =
    interview?.start == null
      ? t('applications.interview.cancel')
      : t('applications.interview.endTitle', {
          time: slotText(new Date(interview.start), interview.minutes, { locale, timeZone: interview.timeZone }),
        });
  return (
    <FormCheckbox
      name={field}
      value="yes"
      label={label}
      help={t('applications.interview.endHelp', { name })}
      error={error}
      defaultChecked={form.values[field] === 'yes'}
    />
  );
}

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
