import { SERVICES_CONSENT_PATH } from '#contract/pages/paths.js';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import styles from './job-list.module.css';

/**
 * Placeholder for an advertisement among results. No request is sent to its service without consent: until then, it
 * says so and links to the consent settings. Its space is reserved from the start, to avoid a layout shift.
 */
export function AdPlace() {
  const { t, href } = usePage();
  const unit = useSite().consent?.services['google-ad-manager'];
  return (
    <li className={styles.ad} data-ad-place data-ad-unit={unit} data-ad-label={unit && t('jobs.adLabel')}>
      <p>
        {t('jobs.ad')} {unit && <a href={href(SERVICES_CONSENT_PATH)}>{t('services.title')}</a>}
      </p>
    </li>
  );
}
