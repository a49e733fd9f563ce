import { slotText } from '#shared/time-zones/slot-text.js';
import { usePage } from '../../../lib/page-context';
import styles from './interview.module.css';

/**
 * When an interview is, or may be, in the zone of the employer. The reader's own zone is added by a script, or by the server where the reader
 * has named it.
 *
 * @param zone of the reader; undefined: a script looks
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
