import type { BookmarkedJobFragment } from '#contract/generated/operations.js';
import { JOBS_PATH } from '#contract/pages/paths.js';
import { Column } from '../../components/ui/column';
import { Alert } from '../../components/ui/feedback/alert';
import { Panel } from '../../components/ui/panel';
import { Tag } from '../../components/ui/tag';
import { usePage } from '../../lib/page-context';
import button from '../../components/ui/button.module.css';
import styles from './dashboard.module.css';

const SHOWN = 5;

/** The jobs somebody keeps in the account, the latest first. @param jobs undefined: they cannot be had right now */
export function Bookmarks({ jobs }: { jobs: readonly BookmarkedJobFragment[] | undefined }) {
  const { t, href } = usePage();
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
          {jobs.slice(0, SHOWN).map(({ id, title, url, language, organizationName, closed }) => (
            <li key={id}>
              <a href={href(url.path)} lang={language}>
                {title}
              </a>
              <span className={styles.soft}>{organizationName}</span>
              {closed && <Tag>{t('dashboard.bookmarks.closed')}</Tag>}
            </li>
          ))}
        </Column>
      )}
    </Panel>
  );
}
