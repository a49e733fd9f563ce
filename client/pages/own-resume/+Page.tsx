import { editResumePath, JOBS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import { Container } from '../../components/ui/containers/container';
import { PersonalWithheld } from '../../features/resumes/detail/personal';
import { ResumeView } from '../../features/resumes/detail/resume-view';
import { ResumeFiles } from '../../features/resumes/import/upload-form';
import { DeleteResume, OwnResumeState, UnsavedChanges, WaysToBegin } from '../../features/resumes/own/own-resume-state';
import { usePage, useSite } from '../../lib/page-context';
import { useUser } from '../../lib/user/user-context';
import type { OwnResumeData } from './+load.server';

export function Page({ data: { resume, edited, forms, notice } }: { data: OwnResumeData }) {
  const { t, href } = usePage();
  const { readOnly } = useSite().features;
  const { masqueraded } = useUser();
  const announcement = notice && (
    <div role="status">
      <Alert kind="good" passing>
        {t(`resume.own.notice.${notice}`)}
      </Alert>
    </div>
  );
  if (!resume)
    return (
      <OwnPage title={t('resume.own.title')} narrow intro={<p>{t('resume.own.none')}</p>}>
        {announcement}
        {!readOnly && (
          <>
            <UnsavedChanges edited={edited} form={forms.discard} />
            <WaysToBegin />
          </>
        )}
        <p>
          <a href={href(JOBS_PATH)}>{t('dashboard.nav.jobs')}</a>
        </p>
      </OwnPage>
    );
  return (
    <Container narrow section>
      {announcement}
      <OwnResumeState edited={edited} hasTitle={resume.jobPreferences.title !== null} forms={forms} />
      <ResumeView
        resume={resume}
        personal={<PersonalWithheld />}
        editPath={readOnly ? undefined : (step) => editResumePath(step)}
      />
      <ResumeFiles />
      {!readOnly && !masqueraded && <DeleteResume form={forms.delete} />}
    </Container>
  );
}
