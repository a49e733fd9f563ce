import { DASHBOARD_PATH } from '../../../../src/contract/paths.js';
import { ButtonLink } from '../../../components/ui/button';
import { AccountFrame } from '../../../features/account/account-frame';
import { OrganizationForm } from '../../../features/account/organization-form';
import { usePage } from '../../../lib/page-context';
import type { OrganizationPageData } from './+load.server';

export function Page({ data: { form, known } }: { data: OrganizationPageData }) {
  const { t, href } = usePage();
  const title = t('account.organization.title');
  const intro = known ? t('account.organization.known', { name: known }) : t('account.organization.intro');
  return (
    <AccountFrame title={title} intro={intro}>
      {!known && <OrganizationForm form={form} />}
      <ButtonLink kind={known ? 'primary' : 'secondary'} wide href={href(DASHBOARD_PATH)}>
        {t(known ? 'account.login.goOn' : 'account.organization.later')}
      </ButtonLink>
    </AccountFrame>
  );
}
