import {
  INTERVIEW_MINUTES,
  MAX_INTERVIEW_NOTE_LENGTH,
  MAX_PLACE_LENGTH,
} from '#contract/applications/interview-rules.js';
import { SelectField } from '../../../components/ui/forms/field';
import { FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { fieldId } from '../../../components/ui/forms/field-id';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from './interview.module.css';
import { zoneOptions } from './zone-options';

/** Values typed into a form about an interview. */
export interface TypedInterview {
  timeZone: string;
  minutes: string;
  place: string;
  note: string;
}

/**
 * Duration, place and note of a proposal or a change.
 *
 * @param isNew allows a script to preselect the browser's time zone
 */
export function InterviewFields({
  form,
  values,
  isNew,
  labels,
}: {
  form: PageForm;
  values: TypedInterview;
  isNew: boolean;
  labels: Readonly<Record<string, string>>;
}) {
  const { t } = usePage();
  const errorOf = (name: string) => form.errors.find(({ field }) => field === name)?.message;
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          id={fieldId('timeZone')}
          name="timeZone"
          label={labels.timeZone}
          defaultValue={values.timeZone}
          options={zoneOptions()}
          {...(isNew ? { 'data-zone-choice': '' } : {})}
        />
        <SelectField
          id={fieldId('minutes')}
          name="minutes"
          label={labels.minutes}
          defaultValue={values.minutes}
          options={INTERVIEW_MINUTES.map(
            (count) => [String(count), t('applications.interview.minutesValue', { count })] as const,
          )}
        />
      </div>
      <FormField
        name="place"
        label={labels.place}
        help={t('applications.interview.placeHelp')}
        error={errorOf('place')}
        defaultValue={values.place}
        required
        maxLength={MAX_PLACE_LENGTH}
      />
      <FormTextArea
        name="note"
        label={labels.note}
        error={errorOf('note')}
        defaultValue={values.note}
        maxLength={MAX_INTERVIEW_NOTE_LENGTH}
        rows={4}
      />
    </>
  );
}
