import {
  organizationPath,
  SITE_JOBS_PATH,
  SITE_ORGANIZATION_PATH,
  SITE_ORGANIZATIONS_PATH,
  userPath,
} from '#contract/pages/paths.js';
import type { ListedOrganizationFragment, OrganizationStanding } from '#contract/generated/operations.js';
import { MAX_REASON_LENGTH } from '#contract/job-form/job-form.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import styles from '../../../features/account/administration/administration.module.css';
import { MergeLink } from '../../../features/account/administration/organization-merge';
import { OrganizationTags } from '../../../features/account/administration/searched-tables';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormTextArea } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/containers/panel';
import type { PageForm } from '../../../lib/page-form';
import type { OrganizationData } from './+load.server';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

export function Page({ data: { organization, form, notice } }: { data: OrganizationData }) {
  const { t, href, locale, site } = usePage();
  const { id, name, state, website } = organization;
  return (
    <OwnPage
      narrow
      title={name}
      trail={[
        { name: t('admin.organizations.title'), path: SITE_ORGANIZATIONS_PATH },
        { name, path: `${SITE_ORGANIZATION_PATH}?organization=${id}` },
      ]}
      intro={
        <p className={styles.facts}>
          <OrganizationTags organization={organization} />
          <span>
            {t('admin.organizations.since', { date: formatDate(organization.created, locale, site.timeZone) })}
          </span>
        </p>
      }
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`admin.organizations.decision.${notice}.done`)}
          </Alert>
        </div>
      )}
      <FormErrors errors={form.errors} labels={{ reason: t('admin.user.reason') }} address={form.action} />
      <ul className={styles.people}>
        {state === 'public' && (
          <li>
            <a href={href(organizationPath(id, name))}>{t('admin.organizations.page')}</a>
          </li>
        )}
        <li>
          <a href={href(`${SITE_JOBS_PATH}?organization=${encodeURIComponent(name)}`)}>
            {t('admin.organizations.jobCount', { count: organization.jobs, published: organization.publishedJobs })}
          </a>
        </li>
        {website && <li>{website}</li>}
        {organization.mergedInto && (
          <li>
            <a href={href(`${SITE_ORGANIZATION_PATH}?organization=${organization.mergedInto}`)}>
              {t('admin.organizations.mergedInto')}
            </a>
          </li>
        )}
      </ul>
      <OrganizationMembers organization={organization} />
      <OrganizationDecisions organization={organization} form={form} />
      {(state === 'public' || state === 'pending') && <MergeLink organization={organization} />}
    </OwnPage>
  );
}

interface DecisionsProps {
  organization: ListedOrganizationFragment;
  form: PageForm;
}

/** All members of an organization, with their roles. */
function OrganizationMembers({ organization: { members } }: Pick<DecisionsProps, 'organization'>) {
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
function OrganizationDecisions({ organization, form }: DecisionsProps) {
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
      <CsrfFields value={form.csrf} />
      <input type="hidden" name="id" value={organization.id} />
      <input type="hidden" name="go" value={decision} />
    </>
  );
}
