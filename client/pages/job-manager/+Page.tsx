import { JOB_MANAGER_PATH, JOB_WIZARD_PATH, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../components/ui/buttons/button';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormField } from '../../components/ui/forms/form-field';
import { Pagination } from '../../components/ui/navigation/pagination';
import { Panel } from '../../components/ui/containers/panel';
import { Balance } from '../../features/dashboard/subscriptions';
import { ManagedJobList } from '../../features/job-editing/job-list';
import styles from '../../features/job-editing/manager.module.css';
import { PublishingCost } from '../../features/job-editing/wizard-preview';
import { PeopleWhoFit } from '../../features/resumes/search/people-who-fit';
import { usePage } from '../../lib/page-context';
import { useUser } from '../../lib/user/user-context';
import type { ManagerData } from './+load.server';

const STATES = ['published', 'scheduled', 'needs_review', 'draft', 'archived'] as const;

export function Page({ data }: { data: ManagerData }) {
  const { t, href } = usePage();
  const organization = useUser().user?.activeOrganization;
  const { form, jobs, page, pages, search, notice, closed } = data;
  if (!organization)
    return (
      <OwnPage title={t('job-wizard.manager.title')}>
        <Panel id="none" title={t('job-wizard.manager.noOrganization')}>
          <p>{t('job-wizard.manager.noOrganizationText')}</p>
          <ButtonLink href={href(`${OWN_ORGANIZATION_PATH}?destination=${href(JOB_WIZARD_PATH)}`)}>
            {t('job-wizard.manager.nameOrganization')}
          </ButtonLink>
        </Panel>
      </OwnPage>
    );
  return (
    <OwnPage
      title={t('job-wizard.manager.title')}
      intro={<p>{t('job-wizard.for', { organization: organization.name })}</p>}
    >
      {notice && (
        <Alert kind="good" passing>
          <p role="status" data-text-arrived={closed && `${closed}-closing`}>
            {t(`job-wizard.notice.${notice}`)}
          </p>
        </Alert>
      )}
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <div>
        <ButtonLink href={href(JOB_WIZARD_PATH)} rel="nofollow">
          {t('job-wizard.newJob')}
        </ButtonLink>
      </div>
      <Balance />
      {data.publishingTerms && <PublishingCost terms={data.publishingTerms} destination={href(JOB_MANAGER_PATH)} />}
      <div className={styles.tools}>
        <States {...data} />
        <form action={href(JOB_MANAGER_PATH)} className={styles.search} role="search">
          {data.state && <input type="hidden" name="state" value={data.state} />}
          <FormField name="search" label={t('job-wizard.manager.search')} type="search" defaultValue={search} />
          <Button kind="secondary">{t('job-wizard.manager.find')}</Button>
        </form>
      </div>
      {jobs.length > 0 ? (
        <ManagedJobList jobs={jobs} form={form} formKey={data.formKey} terms={data.publishingTerms} />
      ) : (
        <NoJobs {...data} />
      )}
      <PeopleWhoFit jobs={data.fitting} />
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href(`${JOB_MANAGER_PATH}?${queryOf({ search, state: data.state ?? '', page: String(to) })}`)}
        labels={{
          name: t('job-wizard.manager.pages'),
          previous: t('search.pages.previous'),
          next: t('search.pages.next'),
        }}
      />
    </OwnPage>
  );
}

function States({ counts, state, search }: ManagerData) {
  const { t, href } = usePage();
  const all = STATES.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  const link = (to: (typeof STATES)[number] | undefined, count: number) => (
    <a
      key={to ?? 'all'}
      href={href(`${JOB_MANAGER_PATH}?${queryOf({ search, state: to ?? '' })}`)}
      aria-current={state === to ? 'page' : undefined}
    >
      {t(to ? `job-wizard.state.${to}` : 'job-wizard.manager.all')} <span>{count}</span>
    </a>
  );
  return (
    <nav aria-label={t('job-wizard.manager.states')} className={styles.states}>
      {link(undefined, all)}
      {STATES.map((each) => link(each, counts[each] ?? 0))}
    </nav>
  );
}

function NoJobs({ search, state }: ManagerData) {
  const { t, href } = usePage();
  const isFiltered = search !== '' || state !== undefined;
  return (
    <Panel id="none" title={t(isFiltered ? 'job-wizard.manager.noneFound' : 'job-wizard.manager.none')}>
      <p>{t(isFiltered ? 'job-wizard.manager.noneFoundText' : 'job-wizard.manager.noneText')}</p>
      {isFiltered ? (
        <ButtonLink kind="secondary" href={href(JOB_MANAGER_PATH)}>
          {t('job-wizard.manager.showAll')}
        </ButtonLink>
      ) : (
        <ButtonLink href={href(JOB_WIZARD_PATH)} rel="nofollow">
          {t('job-wizard.newJob')}
        </ButtonLink>
      )}
    </Panel>
  );
}

function queryOf(query: Record<string, string>): string {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
}
