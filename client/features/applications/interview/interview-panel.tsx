import type { InterviewFieldsFragment } from '#contract/generated/operations.js';
import { interviewPath } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import { EndingNote } from './interview-ending';
import { InterviewFacts } from './interview-facts';
import { isOpen, stateKey } from './interview-state';
import styles from './interview.module.css';

/** The interview arranged with an applicant, and a link to the page that manages it. */
export function InterviewPanel({
  application: { id, job, interview, firstName, lastName },
}: {
  application: {
    id: string;
    job: { id: string };
    interview: InterviewFieldsFragment | null;
    firstName: string;
    lastName: string;
  };
}) {
  const { t, href } = usePage();
  return (
    <Panel id="interview" title={t('applications.interview.title')}>
      <div className={styles.interview} data-interview={interview?.state ?? ''}>
        {interview ? (
          <>
            <p>
              {t(`applications.interview.stateEmployer.${stateKey(interview)}`, { name: `${firstName} ${lastName}` })}
            </p>
            <EndingNote interview={interview} name={`${firstName} ${lastName}`} />
            <InterviewFacts interview={interview} />
          </>
        ) : (
          <p>{t('applications.interview.none')}</p>
        )}
        <p>
          <ButtonLink kind="secondary" href={href(interviewPath(job.id, id))} rel="nofollow">
            {t(interview && isOpen(interview) ? 'applications.interview.open' : 'applications.interview.propose')}
          </ButtonLink>
        </p>
      </div>
    </Panel>
  );
}
