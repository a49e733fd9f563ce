import type { ListedOrganizationFragment, OrganizationStanding } from '#contract/generated/operations.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { MAX_REASON_LENGTH } from '#contract/job-form/review-reasons.js';
import { userPath } from '#contract/pages/paths.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/column';
import { FormTextArea } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from './administration.module.css';

interface DecisionsProps {
  organization: ListedOrganizationFragment;
  form: PageForm;
}

/** All members of an organization, with their roles. */
export function OrganizationMembers({ organization: { members } }: Pick<DecisionsProps, 'organization'>) {
  const { t, href } = usePage();
  return (
    <Panel id="members" title={t('admin.organizations.members')}>
      {members.length === 0 && <p>{t('admin.organizations.noMembers')}</p>}
      <ul className={styles.people}>
        {members.map(({ id, name, email, role }) => (
          <li key={id}>
            <a href={href(userPath(id))} rel="nofollow">
              {name}
            </a>{' '}
            <span>
              {email} · {t(`admin.organizations.role.${role}`)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The decisions that an administrator can make about an organization in its current state. */
export function OrganizationDecisions({ organization, form }: DecisionsProps) {
  const { state, isVerified, isTrusted, isSuspendedBySite } = organization;
  const isOver = state === 'closed';
  return (
    <>
      {!isOver && <Decision organization={organization} form={form} decision={isVerified ? 'unverify' : 'verify'} />}
      {!isOver && <Decision organization={organization} form={form} decision={isTrusted ? 'distrust' : 'trust'} />}
      {isSuspendedBySite && <Decision organization={organization} form={form} decision="resume" />}
      {!isOver && !isSuspendedBySite && <Suspension organization={organization} form={form} />}
    </>
  );
}

function Decision({ organization, form, decision }: DecisionsProps & { decision: OrganizationStanding }) {
  const { t } = usePage();
  return (
    <Panel id={decision} title={t(`admin.organizations.decision.${decision}.title`)}>
      <p>{t(`admin.organizations.decision.${decision}.text`)}</p>
      <form method="post" action={form.action} data-decision={decision}>
        <HiddenFields organization={organization} form={form} decision={decision} />
        <Button kind="secondary">{t(`admin.organizations.decision.${decision}.title`)}</Button>
      </form>
    </Panel>
  );
}

function Suspension({ organization, form }: DecisionsProps) {
  const { t } = usePage();
  return (
    <Panel id="suspend" title={t('admin.organizations.decision.suspend.title')} danger>
      <p>{t('admin.organizations.decision.suspend.text', { count: organization.publishedJobs })}</p>
      <Column as="form" method="post" action={form.action} noValidate gap={3} data-decision="suspend">
        <HiddenFields organization={organization} form={form} decision="suspend" />
        <FormTextArea
          name="reason"
          label={t('admin.user.reason')}
          help={t('admin.organizations.reasonHelp')}
          error={form.errors.find(({ field }) => field === 'reason')?.message}
          required
          rows={4}
          maxLength={MAX_REASON_LENGTH}
          defaultValue={form.values.reason}
        />
        <div>
          <Button kind="danger">{t('admin.organizations.decision.suspend.title')}</Button>
        </div>
      </Column>
    </Panel>
  );
}

function HiddenFields({ organization, form, decision }: DecisionsProps & { decision: OrganizationStanding }) {
  return (
    <>
      <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
      <input type="hidden" name="id" value={organization.id} />
      <input type="hidden" name="go" value={decision} />
    </>
  );
}
