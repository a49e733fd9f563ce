import type { JobApplicationsQuery } from '#contract/generated/operations.js';
import { MAX_APPLICATION_SEARCH_LENGTH } from '#contract/applications/application-search.js';
import { jobApplicationPath } from '#contract/pages/paths.js';
import { Button } from '../../../components/ui/buttons/button';
import { SelectField, TextField } from '../../../components/ui/forms/field';
import { Tag } from '../../../components/ui/tag';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';
import { StateTag } from '../state-tag';
import { UpcomingTime } from '../interview/upcoming-time';
import { meanText } from './mean-text';
import { BULK_FORM } from './bulk-form';
import { DelayedMails } from './delayed-mails';
import { UnmetCriteria } from './unmet-criteria';
import { APPLICATION_SORTS, CRITERIA, type ListQuery, listQueryText } from '#contract/applications/list-query.js';

type List = NonNullable<JobApplicationsQuery['jobApplications']>;

/** Search terms for applications, and the order of the list. */
export function ListSearch({
  query,
  tags,
  hasCriteria,
  address,
}: {
  query: ListQuery;
  /** All tags in use on the job's applications. */
  tags: readonly string[];
  /** Whether the employer requires certain answers. */
  hasCriteria: boolean;
  address: string;
}) {
  const { t } = usePage();
  return (
    <form role="search" method="get" action={address} className={styles.search}>
      {query.state && <input type="hidden" name="state" value={query.state} />}
      <TextField
        type="search"
        name="search"
        label={t('applications.search.label')}
        defaultValue={query.search}
        maxLength={MAX_APPLICATION_SEARCH_LENGTH}
      />
      {tags.length > 0 && (
        <SelectField
          name="tag"
          label={t('applications.tags.filter')}
          defaultValue={query.tag}
          options={[['', t('applications.tags.all')], ...tags.map((tag) => [tag, tag] as const)]}
        />
      )}
      {hasCriteria && (
        <SelectField
          name="criteria"
          label={t('applications.criteria.filter')}
          defaultValue={query.criteria ?? ''}
          options={[
            ['', t('applications.criteria.all')],
            ...CRITERIA.map((each) => [each, t(`applications.criteria.filters.${each}`)] as const),
          ]}
        />
      )}
      <SelectField
        name="sorting"
        label={t('applications.search.sort')}
        defaultValue={query.sort}
        options={APPLICATION_SORTS.map((sort) => [sort, t(`applications.search.sorts.${sort}`)])}
      />
      <Button kind="secondary">{t('applications.search.submit')}</Button>
    </form>
  );
}

/**
 * A page of the applications for a job, each with its answers and with messages that the applicant has not received
 * yet.
 */
export function ApplicationList({
  list: { job, applications },
  query,
  form,
  chosen,
}: {
  list: List;
  query: ListQuery;
  form: PageForm;
  /** Ids of the ticked applications. */
  chosen: readonly string[];
}) {
  const { t, href, locale, site } = usePage();
  return (
    <div className={styles.list}>
      <ul className={styles.rows}>
        {applications.map(
          ({ id, firstName, lastName, state, unread, created, files, answers, delayedMails, ...team }) => (
            <li key={id} data-unread={unread ? '' : undefined}>
              <div className={styles.recipient}>
                <input
                  type="checkbox"
                  name="application"
                  value={id}
                  form={BULK_FORM}
                  defaultChecked={chosen.includes(id)}
                  aria-label={t('applications.bulk.select', { name: `${firstName} ${lastName}` })}
                />
                <div>
                  <a href={href(jobApplicationPath(job.id, id)) + listQueryText(query)}>
                    {firstName} {lastName}
                  </a>
                  <p>
                    <time dateTime={created}>{formatDate(created, locale, site.timeZone)}</time>{' '}
                    {files > 0 && <span>{t('applications.fileCount', { count: files })}</span>}{' '}
                    {team.notes > 0 && <span>{t('applications.notes.count', { count: team.notes })}</span>}{' '}
                    {team.rating !== null && <span>{meanText(team.rating, t, locale)}</span>}
                  </p>
                  {team.interview && (
                    <p>
                      <UpcomingTime interview={team.interview} text="applications.interview.upcoming" />
                    </p>
                  )}
                  <UnmetCriteria names={team.unmet} />
                  {team.tags.length > 0 && (
                    <ul className={styles.tags} aria-label={t('applications.tags.title')}>
                      {team.tags.map((tag) => (
                        <li key={tag}>
                          <Tag>{tag}</Tag>
                        </li>
                      ))}
                    </ul>
                  )}
                </div>
              </div>
              <StateTag state={state} side="employer" unread={unread} />
              {answers.length > 0 && (
                <dl className={styles.brief}>
                  {answers.map(({ question, answer }) => (
                    <div key={question}>
                      <dt>{question}</dt>
                      <dd>{answer}</dd>
                    </div>
                  ))}
                </dl>
              )}
              <DelayedMails mails={delayedMails} form={form} application={{ id, name: `${firstName} ${lastName}` }} />
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
