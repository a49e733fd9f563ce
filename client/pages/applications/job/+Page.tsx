import { APPLICATIONS_PATH, jobApplicationPath, jobApplicationsPath } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { Pagination } from '../../../components/ui/pagination';
import styles from '../../../features/applications/applications.module.css';
import { StateFilter } from '../../../features/applications/received/state-filter';
import { StateTag } from '../../../features/applications/state-tag';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { JobApplicationsData } from './+load.server';

export function Page({ data: { list, state, page } }: { data: JobApplicationsData }) {
  const { t, href, locale, site } = usePage();
  const { job, counts, applications, pages } = list;
  const address = href(jobApplicationsPath(job.id));
  const pageHref = (number: number): string => {
    const query = new URLSearchParams({ ...(state ? { state } : {}), ...(number > 1 ? { page: String(number) } : {}) });
    return query.size > 0 ? `${address}?${query.toString()}` : address;
  };
  return (
    <OwnPage
      title={job.title}
      trail={[
        { name: t('applications.received.title'), path: APPLICATIONS_PATH },
        { name: job.title, path: jobApplicationsPath(job.id) },
      ]}
      intro={
        <p className={styles.facts}>
          <span>{job.organizationName}</span>
          <a href={href(job.url.path)}>{t('applications.form.backToJob')}</a>
        </p>
      }
    >
      {counts.length === 0 ? (
        <Alert>{t('applications.received.noneForJob')}</Alert>
      ) : (
        <StateFilter counts={counts} state={state} address={address} />
      )}
      {applications.length > 0 && (
        <div className={styles.list}>
          <ul className={styles.rows}>
            {applications.map(({ id, firstName, lastName, state: each, created, files }) => (
              <li key={id}>
                <div>
                  <a href={href(jobApplicationPath(job.id, id))}>
                    {firstName} {lastName}
                  </a>
                  <p>
                    <time dateTime={created}>{formatDate(created, locale, site.timeZone)}</time>{' '}
                    {files > 0 && <span>{t('applications.fileCount', { count: files })}</span>}
                  </p>
                </div>
                <StateTag state={each} side="employer" />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={pageHref}
        labels={{
          name: t('applications.pages'),
          previous: t('applications.previousPage'),
          next: t('applications.nextPage'),
        }}
      />
    </OwnPage>
  );
}
