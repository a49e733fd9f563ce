import type { InterviewFieldsFragment } from '#contract/generated/operations.js';
import { slotText, zoneName } from '#shared/time-zones/time-zone.js';
import { Button } from '../../../components/ui/buttons/button';
import { fieldId } from '../../../components/ui/forms/field-labels';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from './interview.module.css';

let allZones: readonly (readonly [value: string, label: string])[] | undefined;

/**
 * Selects one of the proposed times. Times that are no longer available stay visible, so that nobody looks for them.
 */
export function SlotChoice({
  form,
  interview: { id, slots, minutes, timeZone },
  title,
  submit,
  zone,
}: {
  form: PageForm;
  interview: Pick<InterviewFieldsFragment, 'id' | 'slots' | 'minutes' | 'timeZone'>;
  title: string;
  submit: string;
  zone?: string | undefined;
}) {
  const { t } = usePage();
  const first = slots.findIndex(({ isGone }) => !isGone);
  return (
    <form method="post" action={form.action} noValidate className={styles.form} data-slot-choice>
      <FormErrors errors={form.errors} labels={{ start: title }} address={form.action} />
      <FormIdentity form={form} />
      <input type="hidden" name="interview" value={id} />
      <fieldset className={styles.slots}>
        <legend>{title}</legend>
        {slots.map(({ start, isGone }, index) => (
          <label key={start} className={styles.slot}>
            <input
              type="radio"
              name="start"
              value={start}
              required
              disabled={isGone}
              id={index === Math.max(first, 0) ? fieldId('start') : undefined}
              defaultChecked={form.values.start === start}
            />
            <span>
              <SlotTime start={start} minutes={minutes} timeZone={timeZone} zone={zone} />
              {isGone && <small>{t('applications.interview.gone')}</small>}
            </span>
          </label>
        ))}
      </fieldset>
      {first < 0 ? (
        <p>{t('applications.interview.allGone')}</p>
      ) : (
        <div>
          <Button>{submit}</Button>
        </div>
      )}
    </form>
  );
}

/**
 * The actual or proposed time of an interview, in the employer's time zone. A script adds the time in the reader's
 * zone, or the server does if the reader has selected one.
 *
 * @param zone time zone of the reader; undefined lets a script determine it
 */
export function SlotTime({
  start,
  minutes,
  timeZone,
  zone,
}: {
  start: string;
  minutes: number;
  timeZone: string;
  zone?: string | undefined;
}) {
  const { t, locale } = usePage();
  const said = (inZone: string) => slotText(new Date(start), minutes, { locale, timeZone: inZone });
  const isElsewhere = zone !== undefined && zone !== timeZone;
  return (
    <span className={styles.time}>
      <time dateTime={start}>{said(timeZone)}</time>
      {isElsewhere && <small>{t('applications.interview.yourZone', { time: said(zone) })}</small>}
      {zone === undefined && (
        <small
          hidden
          data-own-time={start}
          data-minutes={minutes}
          data-zone={timeZone}
          data-locale={locale}
          data-text={t('applications.interview.yourZone', { time: '{time}' })}
        />
      )}
    </span>
  );
}

/** @returns all time zones as options of a select element; `UTC` first */
export function zoneOptions(): readonly (readonly [value: string, label: string])[] {
  allZones ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
    (zone) => [zone, zoneName(zone)] as const,
  );
  return allZones;
}
