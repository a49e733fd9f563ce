import type { InterviewFieldsFragment } from '#contract/generated/operations.js';
import { slotText } from '#shared/time-zones/slot-text.js';
import { FormCheckbox } from '../../../components/ui/forms/form-field';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';

/** Says in a form that may decline an applicant what becomes of their interview. One that is booked has to be canceled knowingly. */
export function EndingChoice({
  field,
  interview,
  name,
  form,
}: {
  /** Of the form: two on a page have different ones. */
  field: string;
  interview: InterviewFieldsFragment | null;
  /** Of the applicant. */
  name: string;
  form: PageForm;
}) {
  const { t, locale } = usePage();
  const error = form.errors.find((each) => each.field === field)?.message;
  if (interview?.state === 'proposed') return <p className={styles.soft}>{t('applications.interview.endsProposal')}</p>;
  // Whoever may not see interviews hears of one by the error.
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
