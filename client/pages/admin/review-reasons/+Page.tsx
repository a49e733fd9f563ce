import { JOB_REVIEW_PATH, REVIEW_REASONS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { ReasonForm, ReasonList } from '../../../features/job-editing/review/saved-reasons';
import { usePage } from '../../../lib/page-context';
import type { ReviewReasonsData } from './+load.server';

export function Page({ data: { reasons, changed, form, notice } }: { data: ReviewReasonsData }) {
  const { t } = usePage();
  return (
    <OwnPage
      narrow
      title={t('job-wizard.reasons.title')}
      trail={[
        { name: t('job-wizard.review.title'), path: JOB_REVIEW_PATH },
        { name: t('job-wizard.reasons.title'), path: REVIEW_REASONS_PATH },
      ]}
      intro={<p>{t('job-wizard.reasons.intro')}</p>}
    >
      {notice && (
        <Alert kind="good" passing>
          <p role="status">{t(`job-wizard.reasons.notice.${notice}`)}</p>
        </Alert>
      )}
      <ReasonList reasons={reasons} form={form} />
      <ReasonForm key={changed?.id} changed={changed} form={form} />
    </OwnPage>
  );
}
