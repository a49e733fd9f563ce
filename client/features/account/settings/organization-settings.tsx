import type { OwnMembersQuery } from '#contract/generated/operations.js';
import { SelectField } from '../../../components/ui/forms/field';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { useUser } from '../../../lib/user/user-context';
import { AccountForm } from '../account-form';
import { fieldId } from '../../../components/ui/forms/field-id';
import styles from '../account.module.css';

/** Selects the organization for which a recruiter acts; nothing if there is no choice. */
export function OrganizationSettings({ form }: { form: PageForm }) {
  const { t } = usePage();
  const { user, updatableOrganizationProfiles: all } = useUser();
  if (all.length < 2) return null;
  const label = t('dashboard.settings.organization.label');
  return (
    <Panel id="active-organization" title={t('dashboard.settings.organization.title')}>
      <p>{t('dashboard.settings.organization.text')}</p>
      <AccountForm
        name="active-organization"
        form={form}
        labels={{ organizationId: label }}
        submit={t('dashboard.settings.organization.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <SelectField
          name="organizationId"
          label={label}
          options={all.map(({ id, name }) => [id, name])}
          defaultValue={form.values.organizationId ?? user?.activeOrganization?.id}
        />
      </AccountForm>
    </Panel>
  );
}

type Member = OwnMembersQuery['ownMembers'][number];

/**
 * The members of the organizations that the user owns; lets the user make a member an owner too. Nothing if there are
 * no other members.
 */
export function MemberSettings({ form, members }: { form: PageForm; members: readonly Member[] }) {
  const { t } = usePage();
  const others = members.filter(({ isOwner }) => !isOwner);
  if (others.length === 0) return null;
  const label = t('dashboard.settings.members.label');
  const nameOf = ({ name, email, organizationName }: Member) => `${name} (${email}), ${organizationName}`;
  return (
    <Panel id="make-owner" title={t('dashboard.settings.members.title')}>
      <p>{t('dashboard.settings.members.text')}</p>
      <ul className={styles.members}>
        {members.map((member) => (
          <li key={member.organizationId + member.id}>
            {nameOf(member)}
            {': '}
            {t(`dashboard.settings.members.${member.isOwner ? 'owner' : 'editor'}`)}
          </li>
        ))}
      </ul>
      <AccountForm
        name="make-owner"
        form={form}
        labels={{ newOwner: label }}
        submit={t('dashboard.settings.members.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <SelectField
          id={fieldId('newOwner')}
          name="newOwner"
          label={label}
          options={others.map((member) => [`${member.organizationId} ${member.id}`, nameOf(member)])}
          defaultValue={form.values.newOwner}
        />
      </AccountForm>
    </Panel>
  );
}
