import { JOB_REVIEW_PATH, REVIEW_REASONS_PATH, REVIEWED_JOB_PATH } from '#contract/pages/paths.js';
import type { JobsToReviewQuery } from '#contract/generated/operations.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { labelled } from '../../../components/ui/forms/field-labels';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Pagination } from '../../../components/ui/navigation/pagination';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import { Button, ButtonLink } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { imageSources } from '../../../components/ui/media/image-sources';
import type { PageForm } from '../../../lib/page-form';
import manager from '../../../features/job-editing/manager.module.css';
import { SendBack } from '../../../features/job-editing/send-back';
import { SimilarNames } from '../../../features/job-editing/review/employer-panel';
import { JobHead } from '../../../features/job-editing/job-list';
import type { ReviewData } from './+load.server';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

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

type Job = JobsToReviewQuery['jobsToReview']['jobs'][number];

/** Jobs and changes that wait for review. They are reviewed on separate pages, which show all details. */
function ReviewList({ jobs }: { jobs: readonly Job[] }) {
  const { t, href } = usePage();
  return (
    <ul className={manager.list}>
      {jobs.map((job) => (
        <li key={job.id} data-job={job.id}>
          <JobHead job={job}>
            <span>{job.organization.name}</span>
          </JobHead>
          {job.organization.similarNames.length > 0 && (
            <div className={manager.wide}>
              <SimilarNames name={job.organization.name} others={job.organization.similarNames} />
            </div>
          )}
          <ButtonLink kind="secondary" href={href(`${REVIEWED_JOB_PATH}?job=${job.id}`)} rel="nofollow">
            {t('job-wizard.review.look')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

type Review = JobsToReviewQuery['organizationsToReview'][number];

/** Changed names and pictures of organizations that wait for review, each with the public and the new version. */
function OrganizationReviews({ reviews, form }: { reviews: readonly Review[]; form: PageForm }) {
  const { t, href, locale } = usePage();
  return (
    <Column as="section" aria-labelledby="organization-reviews" gap={4}>
      <h2 id="organization-reviews">{t('job-wizard.review.organizations')}</h2>
      {reviews.map((review) => {
        const hidden = { organization: review.id, submitted: review.submitted };
        return (
          <div key={review.id} className={manager.changes} data-organization-review={review.id}>
            <h3>
              <a href={href(review.url.path)}>{review.name}</a>
            </h3>
            {review.by && <p>{t('job-wizard.review.by', { name: review.by })}</p>}
            <SimilarNames name={newNameOf(review)} others={review.similarNames} />
            {review.changes.map((change) => (
              <dl key={change.field} className={manager.versions} data-changed={change.field}>
                {(['before', 'after'] as const).map((version) => (
                  <div key={version}>
                    <dt>
                      {labelled(
                        t(`organization-form.field.${change.field}`),
                        t(`job-wizard.changes.${version}`),
                        locale,
                      )}
                    </dt>
                    <dd>
                      <Value field={change.field} value={change[version] ?? null} />
                    </dd>
                  </div>
                ))}
              </dl>
            ))}
            <form method="post" action={form.action} className={manager.actions} data-organization-approve>
              <CsrfFields value={form.csrf} />
              {Object.entries(hidden).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button name="go" value="approve">
                {t('job-wizard.move.approve')}
              </Button>
            </form>
            <SendBack id={`organization-${review.id}`} hidden={hidden} form={form} />
          </div>
        );
      })}
    </Column>
  );
}

function newNameOf({ name, changes }: Review): string {
  return changes.find(({ field }) => field === 'name')?.after ?? name;
}

function Value({ field, value }: { field: string; value: string | null }) {
  const { t } = usePage();
  if (value === null) return t('job-wizard.changes.empty');
  return field === 'name' ? value : <img {...imageSources(value, 320)} alt={t(`organization-form.field.${field}`)} />;
}
