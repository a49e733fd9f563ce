import { JOB_REVIEW_PATH, REVIEW_REASONS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Pagination } from '../../../components/ui/navigation/pagination';
import { Panel } from '../../../components/ui/containers/panel';
import { OrganizationReviews, ReviewList } from '../../../features/job-editing/review-lists';
import { usePage } from '../../../lib/page-context';
import type { ReviewData } from './+load.server';

export function Page({ data: { form, jobs, organizations, total, page, pages, notice } }: { data: ReviewData }) {
  const { t, href } = usePage();
  return (
    <OwnPage
      title={t('job-wizard.review.title')}
      intro={total > 0 && <p>{t('job-wizard.review.total', { count: total })}</p>}
    >
      {notice && (
        <Alert kind="good" passing>
          <p role="status">{t(`job-wizard.notice.${notice}`)}</p>
        </Alert>
      )}
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <p>
        <a href={href(REVIEW_REASONS_PATH)}>{t('job-wizard.reasons.title')}</a>
      </p>
      {organizations.length > 0 && <OrganizationReviews reviews={organizations} form={form} />}
      {jobs.length > 0 ? (
        <ReviewList jobs={jobs} />
      ) : (
        <Panel id="none" title={t('job-wizard.review.none')}>
          <p>{t('job-wizard.review.noneText')}</p>
        </Panel>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href(`${JOB_REVIEW_PATH}?page=${to}`)}
        labels={{
          name: t('job-wizard.manager.pages'),
          previous: t('search.pages.previous'),
          next: t('search.pages.next'),
        }}
      />
    </OwnPage>
  );
}
