import type { BookmarkedJobFragment } from '#contract/generated/operations.js';
import { JOBS_PATH } from '#contract/pages/paths.js';
import { Column } from '../../components/ui/containers/column';
import { Alert } from '../../components/ui/feedback/alert';
import { Panel } from '../../components/ui/containers/panel';
import { Tag } from '../../components/ui/tag';
import { formatDate, formatPlace } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import button from '../../components/ui/buttons/button.module.css';
import styles from './dashboard.module.css';

const SHOWN = 5;

/** The jobs saved in the user's account, the latest first. @param jobs undefined if they are currently unavailable */
export function Bookmarks({ jobs }: { jobs: readonly BookmarkedJobFragment[] | undefined }) {
  const { t, href, locale, site } = usePage();
  return (
    <Panel
      id="bookmarks"
      title={t('dashboard.bookmarks.title')}
      aside={
        jobs && jobs.length > SHOWN ? (
          <button type="button" className={`${button.button} ${button.quiet} ${styles.scripted}`} data-saved="open">
            {t('dashboard.bookmarks.all', { count: jobs.length })}
          </button>
        ) : null
      }
    >
      {!jobs && <Alert kind="warn">{t('dashboard.bookmarks.failed')}</Alert>}
      {jobs?.length === 0 && (
        <p className={styles.soft}>
          {t('dashboard.bookmarks.none')} <a href={href(JOBS_PATH)}>{t('dashboard.bookmarks.find')}</a>
        </p>
      )}
      {jobs && jobs.length > 0 && (
        <Column as="ul" gap={2} className={styles.bookmarks}>
          {jobs.slice(0, SHOWN).map((job) => (
            <li key={job.id}>
              <a href={href(job.url.path)} lang={job.language}>
                {job.title}
              </a>
              <span className={styles.soft}>
                {[job.organizationName, job.address && formatPlace(job.address, locale, site.countries)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {job.closed ? (
                <Tag>{t('dashboard.bookmarks.closed')}</Tag>
              ) : (
                job.expiration && (
                  <span className={styles.soft}>
                    {t('dashboard.bookmarks.closes', { date: formatDate(job.expiration, locale, job.timeZone) })}
                  </span>
                )
              )}
            </li>
          ))}
        </Column>
      )}
    </Panel>
  );
}
