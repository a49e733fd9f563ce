import type { PrintedApplicationsQuery } from '#contract/generated/operations.js';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { ApplicationContent } from '../application-content';
import styles from '../applications.module.css';
import { StateTag } from '../state-tag';
import layout from './printed-application.module.css';
import { UnmetCriteria } from './unmet-criteria';

type Printed = NonNullable<PrintedApplicationsQuery['exportedApplications']>['applications'][number];

/** A printable application; each starts on a new page. */
export function PrintedApplication({ application }: { application: Printed }) {
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
