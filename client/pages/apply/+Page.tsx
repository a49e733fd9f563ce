import type { JobToApplyForFragment } from '#contract/generated/operations.js';
import { jobStartPath } from '#contract/job-views.js';
import { JOBS_PATH } from '#contract/pages/paths.js';
import type { ViewSource } from '#contract/view-source.js';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Alert } from '../../components/ui/feedback/alert';
import { Container, Column } from '../../components/ui/containers/container';
import { Mark } from '../../components/ui/mark';
import { CaptchaField } from '../../features/account/captcha/captcha-field';
import { ApplicationSent, ApplyForm, TypedAnswers } from '../../features/applications/form/apply-form';
import { TrackedEvent } from '../../lib/measurement/tracked';
import { usePage, useSite } from '../../lib/page-context';
import { useUser } from '../../lib/user/user-context';
import type { ApplyPageData, EndedPageData } from './+load.server';
import styles from './apply.module.css';

export function Page({ data }: { data: ApplyPageData | EndedPageData }) {
  return (
    <Container section>
      <Column gap={5} className={styles.card}>
        {'ended' in data ? <Ended {...data.ended} /> : <Applying {...data} />}
      </Column>
    </Container>
  );
}

function Applying({ job, form, kept, draftKey, lost, resume, isAsked, isUnfinished, isFresh, source }: ApplyPageData) {
  const { t, href } = usePage();
  const { features } = useSite();
  const { authenticated } = useUser();
  const { organization } = job;
  if (!form)
    return (
      <>
        <TrackedEvent event="job_apply_complete" id={job.id} once />
        <ApplicationSent job={job} hasAccount={authenticated} />
      </>
    );
  return (
    <>
      {!features.readOnly && <TrackedEvent event="job_apply_start" id={job.id} once />}
      {isFresh && <StartDot id={job.id} source={source} />}
      <header className={styles.head}>
        <Mark name={organization.name} logo={organization.logo} />
        <div>
          <h1>
            {t('applications.form.title')} <JobTitle job={job} />
          </h1>
          <p>
            <span>{organization.name}</span> <a href={href(job.url.path)}>{t('applications.form.backToJob')}</a>
          </p>
        </div>
      </header>
      {features.readOnly ? (
        <Alert kind="warn">{t('maintenance.change')}</Alert>
      ) : (
        <ApplyForm
          job={job}
          form={form}
          kept={kept}
          resume={resume}
          draftKey={draftKey}
          lost={lost}
          isUnfinished={isUnfinished}
        >
          {isAsked && <CaptchaField />}
        </ApplyForm>
      )}
    </>
  );
}

/** Says that the job takes no applications by form, and shows what was typed, so that it can be copied. */
function Ended({ job, isSentBefore, coverLetter, answers }: EndedPageData['ended']) {
  const { t, href } = usePage();
  const isElsewhere = job?.state === 'published';
  const letter = coverLetter.trim() === '' ? [] : [{ question: t('applications.coverLetter'), answer: coverLetter }];
  const typed = [...answers, ...letter];
  return (
    <>
      <h1>{t(isElsewhere ? 'applications.ended.elsewhere' : 'applications.ended.title')}</h1>
      <p>{t(isSentBefore ? 'applications.ended.unchanged' : 'applications.ended.unsent')}</p>
      {job && (
        <p>
          <a href={href(job.url.path)}>
            <JobTitle job={job} />
          </a>
        </p>
      )}
      {typed.length > 0 && (
        <Column as="section" gap={3} aria-labelledby="typed">
          <h2 id="typed">{t('applications.ended.typed')}</h2>
          <p>{t('applications.ended.copy')}</p>
          <TypedAnswers answers={typed} />
        </Column>
      )}
      <p>
        <ButtonLink href={href(job ? `${JOBS_PATH}?search=${encodeURIComponent(job.title)}` : JOBS_PATH)}>
          {t('applications.ended.similar')}
        </ButtonLink>
      </p>
    </>
  );
}

function JobTitle({ job: { title, language } }: { job: JobToApplyForFragment }) {
  const { locale } = usePage();
  return <span lang={language === locale.slice(0, 2) ? undefined : language}>{title}</span>;
}

/** Reports to the server that a visitor begins to apply and from which source they came, and nothing else. */
function StartDot({ id, source }: { id: string; source: ViewSource | undefined }) {
  return <img src={jobStartPath(id, source)} alt="" width={1} height={1} hidden data-start-dot />;
}
