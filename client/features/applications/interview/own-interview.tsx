import { MAX_INTERVIEW_NOTE_LENGTH } from '#contract/applications/interview-rules.js';
import type { InterviewFieldsFragment } from '#contract/generated/operations.js';
import { Button } from '../../../components/ui/buttons/button';
import { SelectField } from '../../../components/ui/forms/field';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormTextArea } from '../../../components/ui/forms/form-field';
import { FormIdentity } from '../../../components/ui/forms/form-identity';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { InterviewFacts } from './interview-facts';
import { isOpen, stateKey } from './interview-state';
import styles from './interview.module.css';
import { SlotChoice } from './slot-choice';
import { zoneOptions } from './zone-options';

/** An interview as the applicant sees it: the proposed times, or the booked one, also in the applicant's time zone. */
export function OwnInterview({
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
      <div className={styles.interview} data-interview={state}>
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
            <form action={`${href(path)}#interview`} className={styles.form}>
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
      <form method="post" action={form.action} noValidate className={styles.form} data-others>
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
