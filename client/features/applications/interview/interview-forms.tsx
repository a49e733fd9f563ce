import {
  MAX_INTERVIEW_NOTE_LENGTH,
  MAX_SLOTS,
  slotField,
  INTERVIEW_MINUTES,
  MAX_PLACE_LENGTH,
} from '#contract/applications/recruiting-rules.js';
import type { InterviewFieldsFragment } from '#contract/generated/operations.js';
import { clockTime } from '#shared/time-zones/time-zone.js';
import type { Translate } from '#shared/text/translator.js';
import { Button } from '../../../components/ui/buttons/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { SelectField } from '../../../components/ui/forms/field';
import { fieldId } from '../../../components/ui/forms/field-labels';
import styles from './interview.module.css';
import { zoneOptions } from './slot-choice';

const DEFAULT_MINUTES = '45';

function labelsOf(t: Translate): Record<'timeZone' | 'minutes' | 'place' | 'note', string> {
  return {
    timeZone: t('applications.interview.zone'),
    minutes: t('applications.interview.minutes'),
    place: t('applications.interview.place'),
    note: t('applications.interview.note'),
  };
}

/**
 * Proposes up to five times to an applicant.
 *
 * @param jobZone time zone of the job; if it is unknown, the zone of the site or, with scripts, of the browser is
 * preselected
 */
export function ProposeForm({ form, jobZone }: { form: PageForm; jobZone?: string | undefined }) {
  const { t, site, locale } = usePage();
  const { values } = form;
  const fields = Array.from({ length: MAX_SLOTS }, (_, index) => {
    const label = t('applications.interview.start', { number: formatNumber(index + 1, locale) });
    return { name: slotField(index), label: index === 0 ? label : t('applications.form.optional', { label }) };
  });
  const labels = { ...Object.fromEntries(fields.map(({ name, label }) => [name, label])), ...labelsOf(t) };
  const { timeZone = jobZone ?? site.timeZone, minutes = DEFAULT_MINUTES, place = '', note = '' } = values;
  return (
    <form method="post" action={form.action} noValidate className={styles.form} data-propose-form>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <FormIdentity form={form} />
      <div className={styles.pair}>
        {fields.map(({ name, label }, index) => (
          <FormField
            key={name}
            type="datetime-local"
            name={name}
            label={label}
            error={form.errors.find(({ field }) => field === name)?.message}
            defaultValue={values[name]}
            required={index === 0}
          />
        ))}
      </div>
      <InterviewFields
        form={form}
        values={{ timeZone, minutes, place, note }}
        isNew={values.timeZone === undefined && jobZone === undefined}
        labels={labels}
      />
      <div>
        <Button>{t('applications.interview.submit')}</Button>
      </div>
    </form>
  );
}

/** Changes a booked interview. */
export function ChangeForm({
  form,
  interview,
  name,
}: {
  form: PageForm;
  interview: InterviewFieldsFragment;
  name: string;
}) {
  const { t } = usePage();
  const field = slotField(0);
  const isSent = form.values.timeZone !== undefined;
  const start = interview.start == null ? '' : clockTime(new Date(interview.start), interview.timeZone);
  const stored = {
    timeZone: interview.timeZone,
    minutes: String(interview.minutes),
    place: interview.place,
    note: interview.note,
  };
  const values = isSent ? { ...stored, ...form.values } : stored;
  const label = t('applications.interview.newStart');
  const labels = { [field]: label, ...labelsOf(t) };
  return (
    <details open={form.errors.length > 0}>
      <summary>{t('applications.interview.change')}</summary>
      <form method="post" action={form.action} noValidate className={styles.form} data-change-form>
        <FormErrors errors={form.errors} labels={labels} address={form.action} />
        <FormIdentity form={form} />
        <input type="hidden" name="interview" value={interview.id} />
        <input type="hidden" name="sequence" value={interview.sequence} />
        <p>{t('applications.interview.changeIntro')}</p>
        <FormField
          type="datetime-local"
          name={field}
          label={label}
          error={form.errors.find((error) => error.field === field)?.message}
          defaultValue={isSent ? form.values[field] : start}
          required
        />
        <InterviewFields form={form} values={values} isNew={false} labels={labels} />
        <div>
          <Button>{t('applications.interview.changeSubmit', { name })}</Button>
        </div>
      </form>
    </details>
  );
}

/** Cancels a booked interview, or withdraws proposed times. */
export function CancelForm({
  form,
  interview: { id, state },
  name,
}: {
  form: PageForm;
  interview: Pick<InterviewFieldsFragment, 'id' | 'state'>;
  name: string;
}) {
  const { t } = usePage();
  const isBooked = state === 'booked';
  const label = t('applications.interview.reason');
  return (
    <details open={form.errors.length > 0}>
      <summary>{t(isBooked ? 'applications.interview.cancel' : 'applications.interview.takeBack')}</summary>
      <form method="post" action={form.action} className={styles.form} data-cancel-form>
        <FormErrors errors={form.errors} labels={{ reason: label }} address={form.action} />
        <FormIdentity form={form} />
        <input type="hidden" name="interview" value={id} />
        <p>{t('applications.interview.cancelIntro', { name })}</p>
        <FormTextArea
          name="reason"
          label={label}
          error={form.errors.find(({ field }) => field === 'reason')?.message}
          defaultValue={form.values.reason}
          maxLength={MAX_INTERVIEW_NOTE_LENGTH}
          rows={3}
        />
        <div>
          <Button kind="danger">
            {t(isBooked ? 'applications.interview.cancelSubmit' : 'applications.interview.takeBackSubmit')}
          </Button>
        </div>
      </form>
    </details>
  );
}

/** Values typed into a form about an interview. */
interface TypedInterview {
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
function InterviewFields({
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
