import { APPLICATIONS_PATH, jobApplicationsPath, printedApplicationsPath } from '#contract/pages/paths.js';
import { listQueryText } from '#contract/applications/list-query.js';
import type { PrintedApplicationsQuery } from '#contract/generated/operations.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import styles from '../../../features/applications/applications.module.css';
import { usePage } from '../../../lib/page-context';
import { formatDate } from '../../../lib/format';
import { ApplicationContent } from '../../../features/applications/application-content';
import { StateTag, UnmetCriteria } from '../../../features/applications/application-marks';
import layout from '../../../features/applications/received/printed-application.module.css';
import type { PrintedApplicationsData } from './+load.server';

export function Page({ data: { printed, query } }: { data: PrintedApplicationsData }) {
  const { t, href } = usePage();
  const { job, applications, next } = printed;
  const text = listQueryText(query);
  return (
    <OwnPage
      title={t('applications.print.of', { title: job.title })}
      trail={[
        { name: t('applications.received.title'), path: APPLICATIONS_PATH },
        { name: job.title, path: jobApplicationsPath(job.id) },
        { name: t('applications.print.title'), path: printedApplicationsPath(job.id) },
      ]}
      intro={
        <p className={styles.facts} data-screen-only>
          <span>{t('applications.print.help')}</span>
          <a href={href(jobApplicationsPath(job.id)) + text}>{t('applications.adjacent.list')}</a>
        </p>
      }
    >
      {applications.length === 0 && <Alert>{t('applications.search.none')}</Alert>}
      {applications.map((application) => (
        <PrintedApplication key={application.id} application={application} />
      ))}
      {next && (
        <p data-screen-only>
          <a href={`${href(printedApplicationsPath(job.id))}${text}${text ? '&' : '?'}before=${next}`}>
            {t('applications.print.more')}
          </a>
        </p>
      )}
    </OwnPage>
  );
}

type Printed = NonNullable<PrintedApplicationsQuery['exportedApplications']>['applications'][number];

/** A printable application; each starts on a new page. */
function PrintedApplication({ application }: { application: Printed }) {
  const { t, locale, site } = usePage();
  const { id, firstName, lastName, emailAddress, state, created, unmet } = application;
  const heading = `name-${id}`;
  return (
    <article className={layout.application} aria-labelledby={heading} data-printed-application>
      <header>
        <h2 id={heading}>
          {firstName} {lastName}
        </h2>
        <p className={styles.facts}>
          <span>{emailAddress}</span>
          <span>{t('applications.received.on', { date: formatDate(created, locale, site.timeZone) })}</span>
        </p>
        <StateTag state={state} side="employer" />
        <UnmetCriteria names={unmet} />
      </header>
      <ApplicationContent application={application} isOneOfMany />
    </article>
  );
}
