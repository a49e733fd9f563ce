import { AccountFrame } from '../../../features/account/account-frame';
import { RegistrationForm } from '../../../features/account/registration-form';
import { RoleChoice } from '../../../features/account/role-choice';
import { SocialButtons } from '../../../features/account/social-buttons';
import { LoginLink } from '../../../features/account/login-link';
import { usePage } from '../../../lib/page-context';
import type { RegistrationPageData } from './+load.server';

export function Page({ data: { form, query, role } }: { data: RegistrationPageData }) {
  const { t } = usePage();
  return (
    <AccountFrame
      title={t(`account.register.title.${role ?? 'any'}`)}
      intro={t(`account.register.intro.${role ?? 'any'}`)}
    >
      {role ? <RegistrationForm form={form} role={role} /> : <RoleChoice query={query} />}
      {role && <SocialButtons csrf={form.csrf} query={query} role={role} />}
      <LoginLink query={query} />
    </AccountFrame>
  );
}
