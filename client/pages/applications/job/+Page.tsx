import { APPLICATIONS_PATH, jobApplicationsPath } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Pagination } from '../../../components/ui/navigation/pagination';
import styles from '../../../features/applications/applications.module.css';
import { ApplicationList, ListSearch } from '../../../features/applications/received/application-list';
import { listQueryText } from '#contract/applications/list-query.js';
import { JobNumbers } from '../../../features/applications/numbers/job-numbers';
import { BulkForm } from '../../../features/applications/received/bulk-form';
import { BulkProgress } from '../../../features/applications/received/bulk-progress';
import { MailRecipients } from '../../../features/applications/recipients/mail-recipients';
import { ListExports, StateFilter, ViewLinks } from '../../../features/applications/received/list-links';
import { usePage } from '../../../lib/page-context';
import type { JobApplicationsData } from './+load.server';

export function Page({
  data: { list, numbers, recipients, query, page, form, bulk, undoBulk, recipientsForm, requestKey, notice },
}: {
  data: JobApplicationsData;
}) {
  const { t, href } = usePage();
  const { job, counts, applications, pages } = list;
  const address = href(jobApplicationsPath(job.id));
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
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`applications.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <FormErrors errors={[...form.errors, ...undoBulk.errors]} labels={{}} address={address} />
      <BulkProgress bulks={list.bulks} address={address + listQueryText(query)} form={undoBulk} />
      {counts.length === 0 ? (
        <Alert>{t('applications.received.noneForJob')}</Alert>
      ) : (
        <>
          <ViewLinks jobId={job.id} current="list" />
          <ListSearch query={query} tags={list.knownTags} hasCriteria={list.hasCriteria} address={address} />
          <StateFilter counts={counts} query={query} address={address} />
          {applications.length > 0 ? (
            <ApplicationList
              list={list}
              query={query}
              form={form}
              chosen={(bulk.values.application ?? '').split(' ')}
            />
          ) : (
            <Alert>
              <p>{t('applications.search.none')}</p>
              <a href={address}>{t('applications.search.showAll')}</a>
            </Alert>
          )}
        </>
      )}
      {list.total > 0 && <ListExports jobId={job.id} query={query} />}
      {list.total > 0 && <BulkForm list={list} form={bulk} requestKey={requestKey} />}
      <Pagination
        page={page}
        pages={pages}
        href={(number) => address + listQueryText(query, number)}
        labels={{
          name: t('applications.pages'),
          previous: t('applications.previousPage'),
          next: t('applications.nextPage'),
        }}
      />
      {recipients && <MailRecipients recipients={recipients} form={recipientsForm} />}
      {numbers && <JobNumbers numbers={numbers} />}
    </OwnPage>
  );
}
