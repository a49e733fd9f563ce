import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { AccountForm } from '../../../features/account/account-form';
import { AccountFrame } from '../../../features/account/account-page';
import { usePage } from '../../../lib/page-context';
import type { MasqueradeData } from './+load.server';

/** Handles the form of the banner if it has errors (AUTH-14). */
export function Page({ data: { form, name } }: { data: MasqueradeData }) {
  const { t, href } = usePage();
  const intro = name === undefined ? t('dashboard.masquerade.none') : t('dashboard.masquerade.as', { name });
  return (
    <AccountFrame title={t('dashboard.masquerade.label')} intro={intro}>
      {name === undefined ? (
        <ButtonLink href={href(DASHBOARD_PATH)}>{t('account.login.goOn')}</ButtonLink>
      ) : (
        <AccountForm
          name="masquerade"
          form={form}
          labels={{}}
          submit={t('dashboard.masquerade.end')}
          busy={t('dashboard.settings.busy')}
        />
      )}
    </AccountFrame>
  );
}
