import { SITE_JOBS_PATH } from '#contract/pages/paths.js';
import { ListPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Chip } from '../../../components/ui/tag';
import { SiteJobList, SiteJobSearch } from '../../../features/job-editing/review/site-jobs';
import { withQuery } from '../../../lib/page-data';
import { usePage } from '../../../lib/page-context';
import type { SiteJobsData } from './+load.server';

export function Page({ data }: { data: SiteJobsData }) {
  const { t, href } = usePage();
  const { jobs, query, form, isUnpublished } = data;
  const texts = {
    title: t('job-wizard.siteJobs.title'),
    total: t('job-wizard.siteJobs.total', { count: data.total }),
    none: t('job-wizard.manager.noneFound'),
    noneText: t('job-wizard.siteJobs.noneText'),
    all: t('job-wizard.manager.showAll'),
    pages: t('job-wizard.manager.pages'),
  };
  const ofMember = t('job-wizard.siteJobs.ofMember');
  const search = (
    <>
      {isUnpublished && (
        <Alert kind="good" passing>
          <p role="status">{t('job-wizard.notice.unpublish')}</p>
        </Alert>
      )}
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <SiteJobSearch {...query} />
      {query.user && (
        <p>
          <Chip
            href={href(withQuery(SITE_JOBS_PATH, { ...query, user: '' }))}
            label={t('search.filters.remove', { filter: ofMember })}
          >
            {ofMember}
          </Chip>
        </p>
      )}
    </>
  );
  return (
    <ListPage path={SITE_JOBS_PATH} list={data} texts={texts} search={search}>
      <SiteJobList jobs={jobs} form={form} />
    </ListPage>
  );
}
