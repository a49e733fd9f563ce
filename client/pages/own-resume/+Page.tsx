import { JOBS_PATH } from '../../../src/contract/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { ButtonLink } from '../../components/ui/button';
import { Container } from '../../components/ui/container';
import { PersonalWithheld } from '../../features/resumes/detail/personal';
import { ResumeView } from '../../features/resumes/detail/resume-view';
import { OwnResumeState } from '../../features/resumes/own/own-resume-state';
import { usePage } from '../../lib/page-context';
import type { OwnResumeData } from './+load.server';

export function Page({ data: { resume } }: { data: OwnResumeData }) {
  const { t, href } = usePage();
  if (!resume)
    return (
      <OwnPage title={t('resume.own.title')} narrow>
        <p>{t('resume.own.none')}</p>
        <p>
          <ButtonLink href={href(JOBS_PATH)}>{t('dashboard.nav.jobs')}</ButtonLink>
        </p>
      </OwnPage>
    );
  return (
    <Container narrow section>
      <OwnResumeState resume={resume} />
      <ResumeView resume={resume} personal={<PersonalWithheld />} />
    </Container>
  );
}
