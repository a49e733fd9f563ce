import { jobStartPath } from '#contract/job-views.js';
import type { ViewSource } from '#contract/view-source.js';
import { Alert } from '../../components/ui/feedback/alert';
import { Container, Column } from '../../components/ui/containers/container';
import { Mark } from '../../components/ui/mark';
import { CaptchaField } from '../../features/account/captcha/captcha-field';
import { ApplicationSent, ApplyForm } from '../../features/applications/form/apply-form';
import { TrackedEvent } from '../../lib/measurement/tracked';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import { useUser } from '../../lib/user/user-context';
import type { ApplyPageData } from './+load.server';
import styles from './apply.module.css';

export function Page({
  data: { job, form, kept, draftKey, lost, resume, isAsked, isUnfinished, isFresh, source },
}: {
  data: ApplyPageData;
}) {
  const { t, href, locale } = usePage();
  const { features } = useSite();
  const { authenticated } = useUser();
  const { organization } = job;
  const lang = job.language === locale.slice(0, 2) ? undefined : job.language;
  if (!form)
    return (
      <Container section>
        <Column gap={5} className={styles.card}>
          <TrackedEvent event="job_apply_complete" id={job.id} once />
          <ApplicationSent job={job} hasAccount={authenticated} />
        </Column>
      </Container>
    );
  return (
    <Container section>
      <Column gap={5} className={styles.card}>
        {!features.readOnly && <TrackedEvent event="job_apply_start" id={job.id} once />}
        {isFresh && <StartDot id={job.id} source={source} />}
        <header className={styles.head}>
          <Mark name={organization.name} logo={organization.logo} />
          <div>
            <h1>
              {t('applications.form.title')} <span lang={lang}>{job.title}</span>
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
      </Column>
    </Container>
  );
}

/** Reports to the server that a visitor begins to apply and from which source they came, and nothing else. */
function StartDot({ id, source }: { id: string; source: ViewSource | undefined }) {
  return <img src={jobStartPath(id, source)} alt="" width={1} height={1} hidden data-start-dot />;
}
