import type { JobApplicationsQuery, ApplicationState } from '#contract/generated/operations.js';
import { MAX_APPLICATION_SEARCH_LENGTH } from '#contract/applications/recruiting-rules.js';
import {
  jobApplicationPath,
  applicationBoardPath,
  jobApplicationsPath,
  APPLICATION_LIST_FILE_PATH,
  printedApplicationsPath,
} from '#contract/pages/paths.js';
import { APPLICATION_SORTS, CRITERIA, type ListQuery, listQueryText } from '#contract/applications/list-query.js';
import { Button, ButtonLink } from '../../../components/ui/buttons/button';
import { SelectField, TextField } from '../../../components/ui/forms/field';
import { Tag } from '../../../components/ui/tag';
import { formatDate, formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';
import { StateTag, meanText, UnmetCriteria, DelayedMails } from '../application-marks';
import { UpcomingTime } from '../interview/interview-panel';
import { BULK_FORM } from './bulk-form';

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

/** Links to the views of a job's applications. */
export function ViewLinks({ jobId, current }: { jobId: string; current: 'list' | 'board' }) {
  const { t, href } = usePage();
  return (
    <nav aria-label={t('applications.board.views')} className={styles.filter}>
      <a href={href(jobApplicationsPath(jobId))} aria-current={current === 'list' ? 'page' : undefined}>
        {t('applications.board.list')}
      </a>
      <a href={href(applicationBoardPath(jobId))} aria-current={current === 'board' ? 'page' : undefined}>
        {t('applications.board.title')}
      </a>
    </nav>
  );
}

/** The states of a job's applications, each a link that filters the list. */
export function StateFilter({
  counts,
  query,
  address,
}: {
  counts: readonly { state: ApplicationState; count: number }[];
  query: ListQuery;
  /** Address of the unfiltered list. */
  address: string;
}) {
  const { t, locale } = usePage();
  const { state } = query;
  const hrefOf = (wanted: ApplicationState | undefined) => address + listQueryText({ ...query, state: wanted });
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const links = [
    { name: t('applications.all'), href: hrefOf(undefined), count: all, current: state === undefined },
    ...counts.map((each) => ({
      name: t(`applications.state.employer.${each.state}`),
      href: hrefOf(each.state),
      count: each.count,
      current: state === each.state,
    })),
  ];
  return (
    <nav aria-label={t('applications.filter')} className={styles.filter}>
      {links.map(({ name, href, count, current }) => (
        <a key={href} href={href} aria-current={current ? 'page' : undefined}>
          {name} <small>{formatNumber(count, locale)}</small>
        </a>
      ))}
    </nav>
  );
}

/** Links to all listed applications, of all pages: as a file, and as a printable page. */
export function ListExports({ jobId, query }: { jobId: string; query: ListQuery }) {
  const { t, href } = usePage();
  const text = listQueryText(query);
  const file = `${APPLICATION_LIST_FILE_PATH}?job=${jobId}${text.replace('?', '&')}` as const;
  return (
    <div className={styles.steps} role="group" aria-label={t('applications.print.exports')}>
      <ButtonLink kind="quiet" href={href(file)} download="">
        {t('applications.print.file')}
      </ButtonLink>
      <ButtonLink kind="quiet" href={href(printedApplicationsPath(jobId)) + text}>
        {t('applications.print.title')}
      </ButtonLink>
    </div>
  );
}
