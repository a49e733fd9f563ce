import { Icon } from '../../components/ui/icon';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import styles from './products.module.css';

/** Lists the free services for employers, and the cost of publishing a job. */
export function FreeOfCharge() {
  const { t } = usePage();
  const { commerce, features } = useSite();
  const { publishing, refundHours } = commerce;
  const isPaid = publishing === 'credit';
  const free = [isPaid ? 'drafts' : 'jobs', 'page', 'applications', ...(features.resume ? ['resumes'] : [])];
  return (
    <section className={styles.free} aria-labelledby="free-title">
      <div>
        <h2 id="free-title">{t('products.free.title')}</h2>
        <p>{t(`products.policy.${publishing}`)}</p>
        {isPaid && refundHours > 0 && <p>{t('products.policy.refund', { count: refundHours })}</p>}
      </div>
      <ul className={styles.gains}>
        {free.map((name) => (
          <li key={name}>
            <Icon name="check" />
            {t(`products.free.${name}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
