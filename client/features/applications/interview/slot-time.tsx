import { slotText } from '#shared/time-zones/slot-text.js';
import { usePage } from '../../../lib/page-context';
import styles from './interview.module.css';

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
