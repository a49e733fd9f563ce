import { OWN_RESUME_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../../components/layouts/own-page';
import { Alert } from '../../../../components/ui/feedback/alert';
import { ReviewForm } from '../../../../features/resumes/import/review-form';
import { UploadForm } from '../../../../features/resumes/import/upload-form';
import { usePage, useSite } from '../../../../lib/page-context';
import type { ResumeImportData } from './+load.server';

export function Page({ data: { form, review } }: { data: ResumeImportData }) {
  const { t, href } = usePage();
  const { features } = useSite();
  return (
    <OwnPage
      narrow
      title={t('resume-import.title')}
      intro={
        <p>
          {t('resume-import.intro')} <a href={href(OWN_RESUME_PATH)}>{t('resume-form.toResume')}</a>
        </p>
      }
    >
      {features.readOnly && <Alert kind="warn">{t('maintenance.change')}</Alert>}
      {!features.readOnly && (review ? <ReviewForm form={form} review={review} /> : <UploadForm form={form} />)}
    </OwnPage>
  );
}
