import type { ReactNode } from 'react';
import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { formatDate, formatDeadline, formatPay, formatPlace, formatRelativeDay } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { workplace } from '../workplace';
import styles from './job-view.module.css';

/** The most important facts of a job. */
export function JobFacts({ job }: { job: JobDetailsFragment }) {
  const { locale, site, now, t } = usePage();
  const place = workplace(job, t, locale, job.address && formatPlace(job.address, locale, site.countries));
  const { addressLine1, addressLine2, zip } = job.address ?? {};
  const street = [addressLine1, addressLine2].filter(Boolean).join(', ');
  // The employer's own figures are more precise than a range from the list.
  const pay = job.salaryRangeFree
    ? formatPay(job.salaryRangeFree, locale, site.currencyPosition, t)
    : job.salaryRange?.label;
  const facts: [name: string, text: ReactNode][] = [
    [
      place.remote ? 'remote' : 'place',
      street || zip ? (
        <>
          {place.text}
          <br />
          {street}
          {street && zip && ', '}
          {zip && <span className={styles.zip}>{zip}</span>}
        </>
      ) : (
        place.text
      ),
    ],
    ['pay', pay ?? t('job.notStated')],
    ['type', job.employmentType.map(({ label }) => label).join(', ')],
    [
      'closing',
      job.expiration && (
        <time dateTime={job.expiration}>{formatDeadline(job.expiration, locale, job.timeZone ?? site.timeZone)}</time>
      ),
    ],
    ['experience', job.yearsOfExperience?.label],
    ['degree', job.degreeLevel?.label],
    ['availability', job.availabilityPeriod],
    ['assignment', job.organizationAssignment],
    [
      'posted',
      <time key="posted" dateTime={job.published} title={formatDate(job.published, locale, site.timeZone)}>
        {formatRelativeDay(job.published, now, locale, site.timeZone)}
      </time>,
    ],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, text]) =>
        text ? (
          <div key={name} className={styles[name]}>
            <dt>{t(`job.fact.${name === 'remote' ? 'place' : name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
