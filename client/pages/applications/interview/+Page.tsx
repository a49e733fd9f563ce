import { ANSWER_DELAY_MINUTES } from '#contract/applications/recruiting-rules.js';
import { APPLICATIONS_PATH, jobApplicationPath, jobApplicationsPath } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Panel } from '../../../components/ui/containers/panel';
import { InterviewFacts, isOpen, stateKey, EndingNote } from '../../../features/applications/interview/interview-panel';
import { CancelForm, ChangeForm, ProposeForm } from '../../../features/applications/interview/interview-forms';
import styles from '../../../features/applications/interview/interview.module.css';
import { SlotChoice } from '../../../features/applications/interview/slot-choice';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { InterviewPageData } from './+load.server';

const CLOSED = ['declined', 'withdrawn', 'hired'];

export function Page({ data: { application, forms, notice, timeZone } }: { data: InterviewPageData }) {
  const { t, href, locale, path } = usePage();
  const { job, firstName, lastName, hasAccount, interview, state } = application;
  const name = `${firstName} ${lastName}`;
  const minutes = formatNumber(ANSWER_DELAY_MINUTES, locale);
  const isArranged = interview !== null && isOpen(interview);
  const isClosed = CLOSED.includes(state);
  const isShown = {
    propose: !isArranged && !isClosed,
    confirm: interview?.state === 'proposed',
    change: interview?.state === 'booked' && (interview.upcoming || !isClosed),
    cancel: isArranged,
  };
  // Errors of a form that is no longer shown, because the other side has acted in the meantime.
  const lost = (['propose', 'confirm', 'change', 'cancel'] as const).flatMap((form) =>
    isShown[form] ? [] : forms[form].errors,
  );
  return (
    <OwnPage
      title={t('applications.interview.title')}
      trail={[
        { name: t('applications.received.title'), path: APPLICATIONS_PATH },
        { name: job.title, path: jobApplicationsPath(job.id) },
        { name, path: jobApplicationPath(job.id, application.id) },
        { name: t('applications.interview.title'), path },
      ]}
      narrow
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`applications.interview.notice.${notice}`, { minutes })}
          </Alert>
        </div>
      )}
      <FormErrors errors={lost} labels={{}} address={href(path)} />
      {interview && (
        <Panel id="interview" title={name}>
          <div className={styles.interview} data-interview={interview.state}>
            <p>{t(`applications.interview.stateEmployer.${stateKey(interview)}`, { name })}</p>
            <EndingNote interview={interview} name={name} />
            <InterviewFacts interview={interview} />
            {isShown.confirm && (
              <details open={forms.confirm.errors.length > 0}>
                <summary>{t('applications.interview.confirm')}</summary>
                <SlotChoice
                  form={forms.confirm}
                  interview={interview}
                  title={t('applications.interview.choose')}
                  submit={t('applications.interview.confirmSubmit')}
                />
              </details>
            )}
            {isShown.change && <ChangeForm form={forms.change} interview={interview} name={name} />}
            {isArranged && <CancelForm form={forms.cancel} interview={interview} name={name} />}
          </div>
        </Panel>
      )}
      {!isArranged && (
        <Panel id="propose" title={t('applications.interview.propose')}>
          {isShown.propose ? (
            <>
              <p>
                {t(hasAccount ? 'applications.interview.intro' : 'applications.interview.introNoAccount', {
                  name,
                  minutes,
                })}
              </p>
              <ProposeForm form={forms.propose} jobZone={timeZone} />
            </>
          ) : (
            <p>{t('applications.interview.closed')}</p>
          )}
        </Panel>
      )}
    </OwnPage>
  );
}
