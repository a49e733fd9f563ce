import type { ReactNode } from 'react';
import type { Path } from '#contract/pages/paths.js';
import { classNames } from '../../../components/ui/class-names';
import { Button } from '../../../components/ui/buttons/button';
import { SelectField } from '../../../components/ui/forms/field';
import { Icon } from '../../../components/ui/icon';
import { usePage } from '../../../lib/page-context';
import styles from './administration.module.css';

/**
 * Filters a list for administrators; the filters become part of the list's address.
 *
 * @param many whether it has more fields than fit in one row
 */
export function SearchForm({ path, many, children }: { path: Path; many?: boolean; children: ReactNode }) {
  const { t, href } = usePage();
  return (
    <form className={classNames(styles.search, many && styles.many)} action={href(path)} role="search">
      {children}
      <Button>
        <Icon name="search" />
        {t('admin.users.find')}
      </Button>
    </form>
  );
}

/** Selects one of several values, or all of them. */
export function OneOrAll({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  /** Empty for all. */
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}) {
  const { t } = usePage();
  return (
    <SelectField label={label} name={name} defaultValue={value} options={[['', t('admin.users.all')], ...options]} />
  );
}
