import { frequencyName } from '#contract/alerts.js';
import type { AlertFragment } from '#contract/generated/operations.js';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './alerts.module.css';

/** How often alert mails are sent, and when the last one was sent. */
export function AlertFacts({
  alert,
}: {
  alert: Pick<AlertFragment, 'everySeconds' | 'lastSent' | 'next' | 'confirmed'>;
}) {
  const { t, locale, site } = usePage();
  const { everySeconds, lastSent, next, confirmed } = alert;
  return (
    <p className={styles.facts}>
      <span>{t(`alerts.every.${frequencyName(everySeconds)}`)}</span>
      <span>
        {lastSent ? t('alerts.lastSent', { date: formatDate(lastSent, locale, site.timeZone) }) : t('alerts.noneSent')}
      </span>
      {next && <span>{t('alerts.next', { date: formatDate(next, locale, site.timeZone) })}</span>}
      {!confirmed && <strong>{t('alerts.unconfirmed')}</strong>}
    </p>
  );
}
