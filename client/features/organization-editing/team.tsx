import type { ReactNode } from 'react';
import type { OrganizationTeamQuery, InvitationFactsFragment } from '#contract/generated/operations.js';
import { AskFirst } from '../../components/ui/dialogs/ask-first';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { SelectField } from '../../components/ui/forms/field';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormField } from '../../components/ui/forms/form-field';
import { Panel } from '../../components/ui/containers/panel';
import { Tag } from '../../components/ui/tag';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { CsrfFields, FormIdentity } from '../../components/ui/forms/hidden-fields';
import { labelled } from '../../components/ui/forms/field-labels';
import styles from './rows.module.css';

type Team = NonNullable<OrganizationTeamQuery['organizationTeam']>;
type Member = Team['members'][number];

/** The members of an organization; owners can change their roles, and every member can leave. */
export function TeamMembers({ team, roleForm, removeForm }: { team: Team; roleForm: PageForm; removeForm: PageForm }) {
  const { t } = usePage();
  return (
    <Panel id="members" title={t('organization-team.members')}>
      <FormErrors errors={[...roleForm.errors, ...removeForm.errors]} labels={{}} address={roleForm.action} />
      <Column as="ul" gap={4} className={styles.list}>
        {team.members.map((member) => (
          <li key={member.id} data-member={member.email}>
            <p>
              <strong>{member.name}</strong> <Tag>{t(`organization-team.role.${member.role}`)}</Tag>
              <span className={styles.soft}>{member.email}</span>
            </p>
            <div className={styles.actions}>
              {team.isOwner && <RoleForm member={member} form={roleForm} />}
              {(team.isOwner || member.isCaller) && <RemoveForm member={member} form={removeForm} />}
            </div>
          </li>
        ))}
      </Column>
    </Panel>
  );
}

function RoleForm({ member: { id, name, role }, form }: { member: Member; form: PageForm }) {
  const { t, locale } = usePage();
  const other = role === 'owner' ? 'editor' : 'owner';
  const words = t(`organization-team.make.${other}`);
  return (
    <SmallForm form={form} values={{ userId: id, role: other }}>
      <Button kind="quiet" aria-label={labelled(words, name, locale)}>
        {words}
      </Button>
    </SmallForm>
  );
}

function RemoveForm({ member: { id, name, isCaller }, form }: { member: Member; form: PageForm }) {
  const { t, locale } = usePage();
  const words = t(isCaller ? 'organization-team.leave' : 'organization-team.remove');
  return (
    <AskFirst
      words={words}
      label={labelled(words, name, locale)}
      question={t(isCaller ? 'organization-team.leaveSure' : 'organization-team.removeSure', { name })}
    >
      <SmallForm form={form} values={{ userId: id, ...(isCaller ? { own: 'yes' } : {}) }}>
        <Button kind="danger">{words}</Button>
      </SmallForm>
    </AskFirst>
  );
}

/** Pending invitations to an organization, and a form for another one. */
export function TeamInvitations({
  team,
  inviteForm,
  cancelForm,
}: {
  team: Team;
  inviteForm: PageForm;
  cancelForm: PageForm;
}) {
  const { t, locale, site } = usePage();
  const labels = { email: t('account.email'), role: t('organization-team.roleLabel') };
  return (
    <Panel id="invite" title={t('organization-team.invite')}>
      <p>{t('organization-team.inviteText')}</p>
      <FormErrors errors={[...inviteForm.errors, ...cancelForm.errors]} labels={labels} address={inviteForm.action} />
      <SmallForm form={inviteForm} values={{}} className={styles.invite}>
        <FormField
          name="email"
          label={labels.email}
          type="email"
          required
          maxLength={254}
          defaultValue={inviteForm.values.email}
          error={inviteForm.errors.find(({ field }) => field === 'email')?.message}
        />
        <SelectField
          name="role"
          label={labels.role}
          options={(['editor', 'owner'] as const).map((role) => [role, t(`organization-team.roleHelp.${role}`)])}
          defaultValue={inviteForm.values.role ?? 'editor'}
        />
        <div>
          <Button>{t('organization-team.send')}</Button>
        </div>
      </SmallForm>
      {team.invitations.length > 0 && (
        <Column as="ul" gap={4} className={styles.list}>
          {team.invitations.map(({ id, email, role, expires }) => (
            <li key={id} data-invitation={email}>
              <p>
                <strong>{email}</strong> <Tag>{t(`organization-team.role.${role}`)}</Tag>
                <span className={styles.soft}>
                  {t('organization-team.until', { date: formatDate(expires, locale, site.timeZone) })}
                </span>
              </p>
              <SmallForm form={cancelForm} values={{ id }}>
                <Button kind="quiet" aria-label={labelled(t('organization-team.cancel'), email, locale)}>
                  {t('organization-team.cancel')}
                </Button>
              </SmallForm>
            </li>
          ))}
        </Column>
      )}
    </Panel>
  );
}

function SmallForm({
  form,
  values,
  className,
  children,
}: {
  form: PageForm;
  values: Readonly<Record<string, string>>;
  className?: string;
  children: ReactNode;
}) {
  return (
    <form method="post" action={form.action} noValidate className={className} data-part={form.part}>
      <FormIdentity form={form} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** @param form form of the invitations page */
export function AcceptInvitation({
  form,
  invitation: { id, organizationName },
}: {
  form: Pick<PageForm, 'action' | 'csrf' | 'errors'>;
  invitation: InvitationFactsFragment;
}) {
  const { t } = usePage();
  return (
    <>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <form method="post" action={form.action} data-accept-invitation>
        <CsrfFields value={form.csrf} />
        <input type="hidden" name="id" value={id} />
        <Button wide>{t('organization-team.invitation.accept', { organization: organizationName })}</Button>
      </form>
    </>
  );
}
