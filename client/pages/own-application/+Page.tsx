import { DASHBOARD_PATH, ownApplicationPath } from '#contract/pages/paths.js';
import { MAX_INTERVIEW_NOTE_LENGTH } from '#contract/applications/recruiting-rules.js';
import type { InterviewFieldsFragment } from '#contract/generated/operations.js';
import { OwnPage } from '../../components/layouts/own-page';
import { ButtonLink, Button } from '../../components/ui/buttons/button';
import { Alert } from '../../components/ui/feedback/alert';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { Panel } from '../../components/ui/containers/panel';
import { ApplicationContent, History } from '../../features/applications/application-content';
import styles from '../../features/applications/applications.module.css';
import { StateTag } from '../../features/applications/application-marks';
import { usePage } from '../../lib/page-context';
import { Column } from '../../components/ui/containers/container';
import type { PageForm } from '../../lib/page-form';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import { SelectField } from '../../components/ui/forms/field';
import { FormTextArea } from '../../components/ui/forms/form-field';
import { InterviewFacts, isOpen, stateKey } from '../../features/applications/interview/interview-panel';
import interviewStyles from '../../features/applications/interview/interview.module.css';
import { SlotChoice, zoneOptions } from '../../features/applications/interview/slot-choice';
import type { OwnApplicationData } from './+load.server';

export function Page({ data: { application, withdrawal, interview, zone, notice } }: { data: OwnApplicationData }) {
  const { t, href, path } = usePage();
  const { job, state, events, mayWithdraw } = application;
  return (
    <OwnPage
      title={job.title}
      trail={[
        { name: t('account.menu.dashboard'), path: DASHBOARD_PATH },
        { name: t('applications.own.pageTitle'), path },
      ]}
      intro={
        <p className={styles.facts}>
          <StateTag state={state} side="applicant" />
          <span>{job.organizationName}</span>
          <a href={href(job.url.path)}>{t('applications.form.backToJob')}</a>
        </p>
      }
      narrow
    >
      {notice && (
        <div role="status" data-application-withdrawn={notice === 'withdrawn' ? '' : undefined}>
          <Alert kind={notice === 'already' ? 'info' : 'good'} passing>
            {t(
              notice === 'picked' || notice === 'asked'
                ? `applications.interview.notice.${notice}`
                : `applications.notice.${notice}`,
            )}
          </Alert>
        </div>
      )}
      {application.interview ? (
        <OwnInterview
          interview={application.interview}
          organization={job.organizationName}
          forms={interview}
          zone={zone}
        />
      ) : (
        <FormErrors errors={[...interview.pick.errors, ...interview.others.errors]} labels={{}} address={href(path)} />
      )}
      <Panel id="history" title={t('applications.history')}>
        <History events={events} side="applicant" />
        {mayWithdraw && (
          <p>
            <ButtonLink kind="secondary" href={href(`${ownApplicationPath(application.id)}/add`)} rel="nofollow">
              {t('applications.add.title')}
            </ButtonLink>
          </p>
        )}
      </Panel>
      <Panel id="sent" title={t('applications.own.content')}>
        <ApplicationContent application={application} />
      </Panel>
      {(mayWithdraw || withdrawal.errors.length > 0) && <WithdrawForm form={withdrawal} />}
    </OwnPage>
  );
}

/** Withdraws an application; a question prevents doing so by mistake. */
function WithdrawForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <Panel id="withdraw" title={t('applications.withdraw.title')}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <details open={form.errors.length > 0}>
        <summary>{t('applications.withdraw.open')}</summary>
        <Column as="form" method="post" action={form.action} gap={4}>
          <FormIdentity form={form} />
          <p>{t('applications.withdraw.text')}</p>
          <div>
            <Button kind="danger">{t('applications.withdraw.submit')}</Button>
          </div>
        </Column>
      </details>
    </Panel>
  );
}

/** An interview as the applicant sees it: the proposed times, or the booked one, also in the applicant's time zone. */
function OwnInterview({
  interview,
  organization,
  forms: { pick, others },
  zone,
}: {
  interview: InterviewFieldsFragment;
  organization: string;
  forms: { pick: PageForm; others: PageForm };
  /** Time zone that the applicant has requested. */
  zone: string | undefined;
}) {
  const { t, href, path } = usePage();
  const { state } = interview;
  const isArranged = isOpen(interview);
  // Errors of a form that is no longer shown, because the employer has acted in the meantime.
  const lost = [...(state === 'proposed' ? [] : pick.errors), ...(isArranged ? [] : others.errors)];
  return (
    <Panel id="interview" title={t('applications.interview.title')}>
      <div className={interviewStyles.interview} data-interview={state}>
        <p>{t(`applications.interview.stateApplicant.${stateKey(interview)}`, { organization })}</p>
        <InterviewFacts interview={interview} zone={zone} hasChoice={state === 'proposed'} />
        <FormErrors errors={lost} labels={{}} address={href(path)} />
        {state === 'proposed' && (
          <SlotChoice
            form={pick}
            interview={interview}
            title={t('applications.interview.choose')}
            submit={t('applications.interview.pick')}
            zone={zone}
          />
        )}
        {isArranged && <OthersForm form={others} interview={interview} organization={organization} />}
        {isArranged && (
          <details>
            <summary>{t('applications.interview.otherZone')}</summary>
            <form action={`${href(path)}#interview`} className={interviewStyles.form}>
              <SelectField
                name="zone"
                label={t('applications.interview.zone')}
                defaultValue={zone ?? interview.timeZone}
                options={zoneOptions()}
              />
              <div>
                <Button kind="secondary">{t('applications.interview.showZone')}</Button>
              </div>
            </form>
          </details>
        )}
      </div>
    </Panel>
  );
}

function OthersForm({
  form,
  interview: { id, state },
  organization,
}: {
  form: PageForm;
  interview: Pick<InterviewFieldsFragment, 'id' | 'state'>;
  organization: string;
}) {
  const { t } = usePage();
  const label = t('applications.interview.message');
  return (
    <details open={form.errors.length > 0}>
      <summary>
        {t(state === 'booked' ? 'applications.interview.othersBooked' : 'applications.interview.others')}
      </summary>
      <form method="post" action={form.action} noValidate className={interviewStyles.form} data-others>
        <FormErrors errors={form.errors} labels={{ message: label }} address={form.action} />
        <FormIdentity form={form} />
        <input type="hidden" name="interview" value={id} />
        <FormTextArea
          name="message"
          label={label}
          help={t('applications.interview.messageHelp', { organization })}
          error={form.errors.find(({ field }) => field === 'message')?.message}
          defaultValue={form.values.message}
          required
          maxLength={MAX_INTERVIEW_NOTE_LENGTH}
          rows={4}
        />
        <div>
          <Button kind="secondary">{t('applications.interview.sendOthers')}</Button>
        </div>
      </form>
    </details>
  );
}
