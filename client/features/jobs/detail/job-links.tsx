import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { Icon } from '../../../components/ui/icon';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import styles from './job-view.module.css';
import { shareAddress } from './share-address';

/** Share, show on a map, report. Plain links: nothing of another company is loaded here. */
export function JobLinks({ job }: { job: JobDetailsFragment }) {
  const { t, origin, href } = usePage();
  const { sharing, features, contactEmail } = useSite();
  const url = origin + href(job.url.path);
  const { lat, lon } = job.address ?? {};
  const report = `mailto:${contactEmail}?subject=${encodeURIComponent(t('job.reportSubject', { title: job.title }))}&body=${encodeURIComponent(url)}`;
  return (
    <div className={styles.more}>
      <details>
        <summary>{t('job.share')}</summary>
        <ul>
          {sharing.map((target) => (
            <li key={target}>
              <a
                href={shareAddress(target, url, job.title)}
                rel="noopener nofollow"
                target={target === 'email' ? undefined : '_blank'}
              >
                {t(`job.shareOn.${target}`)}
              </a>
            </li>
          ))}
        </ul>
      </details>
      {features.maps && typeof lat === 'number' && typeof lon === 'number' && (
        <details>
          <summary>{t('job.map')}</summary>
          <p>{t('job.mapConsent')}</p>
          <a
            href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=13/${lat}/${lon}`}
            rel="noopener noreferrer"
            target="_blank"
          >
            {t('job.mapOpen')}
            <Icon name="external" />
          </a>
        </details>
      )}
      <a href={report}>
        <Icon name="flag" />
        {t('job.report')}
      </a>
    </div>
  );
}
