import { APPLICATIONS_PATH, jobApplicationsPath, RECRUITING_MAILS_PATH } from '#contract/pages/paths.js';
import { listQueryText } from '#contract/applications/list-query.js';
import type { ApplicationRecipientsQuery } from '#contract/generated/operations.js';
import { FORM_FIELD } from '#contract/applications/sent-form.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Pagination } from '../../../components/ui/navigation/pagination';
import styles from '../../../features/applications/applications.module.css';
import {
  ApplicationList,
  ListSearch,
  ListExports,
  StateFilter,
  ViewLinks,
} from '../../../features/applications/received/application-list';
import { JobNumbers } from '../../../features/applications/numbers/job-numbers';
import { BulkForm, BulkProgress } from '../../../features/applications/received/bulk-form';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';
import { fieldId } from '../../../components/ui/forms/field-labels';
import { Panel } from '../../../components/ui/containers/panel';
import { formatList } from '../../../lib/format';
import type { PageForm } from '../../../lib/page-form';
import choices from '../../../features/applications/interview/interview.module.css';
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
        <div role="status" data-text-arrived={notice === 'started' ? `${job.id}-bulk` : undefined}>
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

/** Selects the members of the organization who are notified of applications for a job. */
function MailRecipients({
  recipients: { members, addresses },
  form,
}: {
  recipients: NonNullable<ApplicationRecipientsQuery['applicationRecipients']>;
  form: PageForm;
}) {
  const { t, locale, href } = usePage();
  const isSent = form.values[FORM_FIELD] !== undefined;
  const sent = (form.values.member ?? '').split(' ');
  const label = t('applications.recipients.legend');
  return (
    <Panel id="recipients" title={t('applications.recipients.title')}>
      <p>{t('applications.recipients.text')}</p>
      {addresses.length > 0 && (
        <p>{t('applications.recipients.addresses', { addresses: formatList(addresses, locale) })}</p>
      )}
      <FormErrors errors={form.errors} labels={{ member: label }} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={4} data-recipients-form>
        <FormIdentity form={form} />
        <fieldset className={choices.slots} aria-describedby="recipients-help">
          <legend>{label}</legend>
          {members.map(({ id, name, email, isChosen, getsMails }, index) => (
            <label key={id} className={choices.slot}>
              <input
                type="checkbox"
                name="member"
                value={id}
                id={index === 0 ? fieldId('member') : undefined}
                defaultChecked={isSent ? sent.includes(id) : isChosen}
              />
              <span>
                {`${name} (${email})`}
                {!getsMails && <span className={styles.soft}>{` · ${t('applications.recipients.none')}`}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <p id="recipients-help" className={styles.soft}>
          {t(`applications.recipients.${addresses.length > 0 ? 'nobodyNamed' : 'nobody'}`)}
        </p>
        <div className={styles.steps}>
          <Button kind="secondary">{t('applications.recipients.submit')}</Button>
          <a href={href(RECRUITING_MAILS_PATH)}>{t('applications.recipients.own')}</a>
        </div>
      </Column>
    </Panel>
  );
}
