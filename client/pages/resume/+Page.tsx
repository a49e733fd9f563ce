import { Breadcrumb } from '../../components/ui/navigation/breadcrumb';
import { Column } from '../../components/ui/containers/column';
import { Container } from '../../components/ui/containers/container';
import { AskForContact } from '../../features/resume-contacts/ask-for-contact';
import { JobList } from '../../features/jobs/list/job-list';
import { PersonalShown, PersonalWithheld } from '../../features/resumes/detail/personal';
import { ResumeView } from '../../features/resumes/detail/resume-view';
import { Gate } from '../../features/resumes/gate';
import type { GateData } from '../../features/resumes/resume-gate';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import type { ResumePageData } from './+load.server';

export function Page({ data }: { data: ResumePageData | GateData }) {
  const { t } = usePage();
  const { readOnly } = useSite().features;
  if ('gate' in data) return <Gate reason={data.gate} destination={data.destination} />;
  const { resume, results, access, contact, fitting } = data;
  const trail = [
    { name: t('layout.home'), path: '/' },
    { name: t(results.includes('?') ? 'resume.back' : 'resumes.title'), path: results },
    { name: resume.jobPreferences.title ?? t('resume.untitled'), path: resume.url.path },
  ];
  return (
    <Container narrow>
      <Breadcrumb trail={trail} />
      <ResumeView
        resume={resume}
        personal={
          resume.privateFieldsShown ? (
            <PersonalShown fields={resume.personalInfo} byContact={contact?.offer.request?.state === 'approved'} />
          ) : (
            <PersonalWithheld access={access} />
          )
        }
      />
      {contact && !readOnly && <AskForContact {...contact} />}
      {fitting.length > 0 && (
        <Column as="section" gap={4} aria-labelledby="fitting" data-fitting-jobs>
          <h2 id="fitting">{t('resume.fittingJobs')}</h2>
          <JobList jobs={fitting} level={3} brief columns />
        </Column>
      )}
    </Container>
  );
}
