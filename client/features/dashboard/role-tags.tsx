import type { RoleName } from '#contract/generated/operations.js';
import { Tag } from '../../components/ui/tag';
import { usePage } from '../../lib/page-context';
import styles from './dashboard.module.css';

/** What somebody may do here. */
export function RoleTags({ roles }: { roles: readonly { targetId: RoleName }[] }) {
  const { t } = usePage();
  return (
    <span className={styles.roles}>
      {roles.map(({ targetId }) => (
        <Tag key={targetId}>{t(`dashboard.role.${targetId}`)}</Tag>
      ))}
    </span>
  );
}
