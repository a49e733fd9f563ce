import { usePage } from '../../lib/page-context';
import styles from './role-choice.module.css';
import type { RegisteredRole } from './roles';

const ROLES: readonly RegisteredRole[] = ['applicant', 'recruiter'];

/** What somebody registers for, on sites with both roles. */
export function RoleChoice({ query }: { query: string }) {
  const { t, href } = usePage();
  return (
    <ul className={styles.roles}>
      {ROLES.map((role) => (
        <li key={role}>
          <a className={styles.role} href={href(`/user/register/${role}${query}`)}>
            <strong>{t(`account.register.as.${role}`)}</strong>
            <span>{t(`account.register.intro.${role}`)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
