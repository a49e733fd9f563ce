import { ButtonLink } from '../../components/ui/button';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import styles from './account.module.css';
import { rolesOf } from './roles';

/** Ways to an account: one for each role, or a single one where the site has only one (ROLE-03); nothing where it has none. */
export function RegistrationLinks({ query }: { query: string }) {
  const { t, href } = usePage();
  const roles = rolesOf(useSite().features);
  if (roles.length === 0) return null;
  return (
    <section className={styles.more} aria-labelledby="no-account">
      <h2 id="no-account">{t('account.login.noAccount')}</h2>
      <div className={styles.ways}>
        {roles.map((role) => (
          <ButtonLink key={role} kind="secondary" href={href(`/user/register/${role}${query}`)}>
            {t(roles.length === 1 ? 'account.register.link' : `account.register.as.${role}`)}
          </ButtonLink>
        ))}
      </div>
    </section>
  );
}
