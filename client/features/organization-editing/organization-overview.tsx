import type { ReactNode } from 'react';
import type { EditedOrganizationFactsFragment, InvitationFactsFragment } from '#contract/generated/operations.js';
import { editOrganizationPath, JOB_WIZARD_PATH, ORGANIZATION_MEMBERS_PATH } from '#contract/pages/paths.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import type { OrganizationFormStep } from '#contract/organization-form/organization-form.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import { ButtonLink, Button } from '../../components/ui/buttons/button';
import { InReview } from './in-review';
import { Panel } from '../../components/ui/containers/panel';
import { usePage } from '../../lib/page-context';
import styles from '../../components/defined-form/defined-form.module.css';
import { Column } from '../../components/ui/containers/column';
import type { PageForm } from '../../lib/page-form';
import { AcceptInvitation } from './accept-invitation';
import { DiscardChanges } from './discard-changes';
import { organizationWords } from './organization-words';
import rows from './rows.module.css';
import { SectionTag } from './section-tag';

/** The tasks of a recruiter for their organization. */
export function OrganizationOverview({
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
export function WaitingInvitations({
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
  const { t, href } = usePage();
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
                <input type="hidden" name={CSRF_FIELD} value={csrf} />
                <input type="hidden" name="version" value={version} />
                <Button kind="secondary" name="go" value="publish" aria-label={`${publish}: ${name}`}>
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
