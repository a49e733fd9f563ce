import type { ReactNode } from 'react';
import type { EditedOrganizationFactsFragment, InvitationFactsFragment } from '#contract/generated/operations.js';
import { editOrganizationPath, JOB_WIZARD_PATH, ORGANIZATION_MEMBERS_PATH } from '#contract/pages/paths.js';
import type { OrganizationFormStep } from '#contract/organization-form/organization-form.js';
import { ButtonLink, Button } from '../../../components/ui/buttons/button';
import { AccountFrame } from '../../../features/account/account-page';
import { Balance } from '../../../features/dashboard/subscriptions';
import { usePage } from '../../../lib/page-context';
import { FormField } from '../../../components/ui/forms/form-field';
import type { PageForm } from '../../../lib/page-form';
import { AccountForm, errorOf } from '../../../features/account/account-form';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import {
  InReview,
  SectionTag,
  DiscardChanges,
  organizationWords,
} from '../../../features/organization-editing/organization-changes';
import { Panel } from '../../../components/ui/containers/panel';
import styles from '../../../components/defined-form/defined-form.module.css';
import { Column } from '../../../components/ui/containers/container';
import { labelled } from '../../../components/ui/forms/field-labels';
import { AcceptInvitation } from '../../../features/organization-editing/team';
import rows from '../../../features/organization-editing/rows.module.css';
import type { OrganizationPageData } from './+load.server';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

export function Page({ data }: { data: OrganizationPageData }) {
  const { t } = usePage();
  const { form, organization, invitations, invitationForm, goOn, isOnTheWay, notice } = data;
  const waiting = <WaitingInvitations form={invitationForm} invitations={invitations} />;
  if (organization)
    return (
      <OrganizationOverview
        organization={organization}
        goOn={isOnTheWay ? goOn : undefined}
        notice={notice}
        csrf={form.csrf}
      >
        {waiting}
        <Balance />
      </OrganizationOverview>
    );
  return (
    <AccountFrame title={t('account.organization.title')} intro={t('account.organization.intro')}>
      {waiting}
      <OrganizationForm form={form} />
      <ButtonLink kind="secondary" wide href={goOn}>
        {t('account.organization.later')}
      </ButtonLink>
    </AccountFrame>
  );
}

/**
 * Requests the name of a recruiter's organization if the account was created through another service, which bypasses
 * the registration form.
 */
function OrganizationForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  const labels = { organizationName: t('account.organizationName') };
  return (
    <AccountForm
      name="create-organization"
      form={form}
      labels={labels}
      submit={t('account.organization.submit')}
      busy={t('dashboard.settings.busy')}
    >
      <FormField
        name="organizationName"
        label={labels.organizationName}
        help={t('account.register.organizationHelp')}
        autoComplete="organization"
        required
        maxLength={120}
        defaultValue={form.values.organizationName}
        error={errorOf(form, 'organizationName')}
      />
    </AccountForm>
  );
}

/** The tasks of a recruiter for their organization. */
function OrganizationOverview({
  organization,
  goOn,
  notice,
  csrf,
  children,
}: {
  organization: EditedOrganizationFactsFragment;
  csrf: string;
  /** The address that the user originally requested. */
  goOn: string | undefined;
  notice: 'saved' | 'published' | 'private' | 'review' | 'discarded' | 'joined' | 'left' | undefined;
  children?: ReactNode;
}) {
  const { t, href } = usePage();
  const { id, name, state, url, hasChanges, inReview } = organization;
  return (
    <OwnPage narrow title={t('account.organization.title')} intro={<p>{t('account.organization.known', { name })}</p>}>
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`organization-form.notice.${notice === 'published' && state === 'pending' ? 'pending' : notice}`)}
          </Alert>
        </div>
      )}
      {children}
      <Panel id="page" title={t('organization-form.pageTitle')}>
        <p>{t(`organization-form.state.${state}`)}</p>
        {inReview.length > 0 && <InReview fields={inReview} />}
        {hasChanges && <Alert kind="warn">{t('organization-form.unpublished')}</Alert>}
        {state !== 'closed' && <SectionList organization={organization} csrf={csrf} />}
        <div className={styles.actions}>
          {state !== 'closed' && (
            <ButtonLink href={href(editOrganizationPath(id))} rel="nofollow">
              {t('organization-form.edit')}
            </ButtonLink>
          )}
          {state !== 'closed' && (
            <ButtonLink kind="secondary" href={href(editOrganizationPath(id, 'preview'))} rel="nofollow">
              {t('organization-form.step.preview')}
            </ButtonLink>
          )}
          <ButtonLink kind="quiet" href={href(`${ORGANIZATION_MEMBERS_PATH}?organization=${id}`)} rel="nofollow">
            {t('organization-team.link')}
          </ButtonLink>
          {url && (
            <ButtonLink kind="quiet" href={href(url.path)}>
              {t('organization-form.toPage')}
            </ButtonLink>
          )}
        </div>
      </Panel>
      <div className={styles.actions}>
        <ButtonLink kind={goOn ? 'primary' : 'secondary'} href={goOn ?? href(JOB_WIZARD_PATH)}>
          {goOn ? t('account.login.goOn') : t('job-wizard.newJob')}
        </ButtonLink>
      </div>
    </OwnPage>
  );
}

/** Invitations to join organizations; nothing if there are none. */
function WaitingInvitations({
  form,
  invitations,
}: {
  form: Pick<PageForm, 'action' | 'csrf' | 'errors'>;
  invitations: readonly InvitationFactsFragment[];
}) {
  const { t } = usePage();
  if (invitations.length === 0) return null;
  return (
    <Panel id="invitations" title={t('organization-team.invitation.title')}>
      {invitations.map((invitation) => (
        <div key={invitation.id}>
          <p>{t(`organization-team.invitation.${invitation.role}`, { organization: invitation.organizationName })}</p>
          <AcceptInvitation form={form} invitation={invitation} />
        </div>
      ))}
    </Panel>
  );
}

/** The sections of an organization's page with their states. Unpublished changes can be published or discarded from here. */
function SectionList({ organization, csrf }: { organization: EditedOrganizationFactsFragment; csrf: string }) {
  const { t, href, locale } = usePage();
  const { id, sections, version, state: pageState } = organization;
  const words = organizationWords(t);
  return (
    <Column as="ul" gap={1} className={rows.list}>
      {sections.map(({ step, state }) => {
        const name = words.step(step);
        const address = href(editOrganizationPath(id, step as OrganizationFormStep));
        const publish = t(pageState === 'public' ? 'organization-form.publishDraft' : 'organization-form.saveSection');
        return (
          <li key={step} data-section={step} data-section-state={state}>
            <p className={rows.row}>
              <a href={address} rel="nofollow">
                {name}
              </a>
              <SectionTag state={state} />
            </p>
            {state === 'changed' && (
              <form method="post" action={address} className={rows.actions}>
                <CsrfFields value={csrf} />
                <input type="hidden" name="version" value={version} />
                <Button kind="secondary" name="go" value="publish" aria-label={labelled(publish, name, locale)}>
                  {publish}
                </Button>
                <DiscardChanges section={name} />
              </form>
            )}
          </li>
        );
      })}
    </Column>
  );
}
