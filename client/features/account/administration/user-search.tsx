import { ROLE_NAMES } from '#contract/accounts/account-roles.js';
import { USERS_PATH } from '#contract/pages/paths.js';
import { Button } from '../../../components/ui/button';
import { SelectField, TextField } from '../../../components/ui/forms/field';
import { Icon } from '../../../components/ui/icon';
import { usePage } from '../../../lib/page-context';
import styles from './administration.module.css';

/** What a list of accounts is narrowed to; empty texts: to nothing. */
export interface UserQuery {
  search: string;
  role: string;
  state: string;
}

export function UserSearch({ search, role, state }: UserQuery) {
  const { t, href } = usePage();
  return (
    <form className={styles.search} action={href(USERS_PATH)} role="search">
      <TextField label={t('admin.users.search')} type="search" name="search" defaultValue={search} />
      <SelectField
        label={t('admin.users.role')}
        name="role"
        defaultValue={role}
        options={[
          ['', t('admin.users.all')],
          ...ROLE_NAMES.map((name) => [name, t(`dashboard.role.${name}`)] as const),
        ]}
      />
      <SelectField
        label={t('admin.users.state')}
        name="state"
        defaultValue={state}
        options={[
          ['', t('admin.users.all')],
          ['open', t('admin.users.states.open')],
          ['blocked', t('admin.users.states.blocked')],
        ]}
      />
      <Button>
        <Icon name="search" />
        {t('admin.users.find')}
      </Button>
    </form>
  );
}
