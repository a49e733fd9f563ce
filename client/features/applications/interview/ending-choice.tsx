import type { InterviewFieldsFragment } from '#contract/generated/operations.js';
import { slotText } from '#shared/time-zones/slot-text.js';
import { FormCheckbox } from '../../../components/ui/forms/form-field';
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
