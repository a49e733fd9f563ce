import type { ListedOrganizationFragment, OrganizationMergeQuery } from '#contract/generated/operations.js';
import { ORGANIZATION_MERGE_PATH, SITE_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { Button, ButtonLink } from '../../../components/ui/buttons/button';
import { Alert } from '../../../components/ui/feedback/alert';
import { TextField } from '../../../components/ui/forms/field';
import { Panel } from '../../../components/ui/containers/panel';
import { formatDate, formatNumber } from '../../../lib/format';
import { withQuery } from '../../../lib/page-data';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from './administration.module.css';
import { OrganizationTags } from './searched-tables';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

type Merge = NonNullable<OrganizationMergeQuery['organizationMerge']>;
type Kind = Merge['effects'][number]['kind'];

const LOST: readonly Kind[] = ['page', 'drafts', 'credits'];

/** Searches for the organization that another one is merged into. */
export function MergeChoice({
  organization,
  found,
  search,
}: {
  organization: ListedOrganizationFragment;
  found: readonly ListedOrganizationFragment[];
  search: string;
}) {
  const { t, href } = usePage();
  return (
    <Panel id="choice" title={t('admin.merge.choose')}>
      <p>{t('admin.merge.chooseText', { name: organization.name })}</p>
      <form className={styles.search} action={href(ORGANIZATION_MERGE_PATH)} role="search">
        <input type="hidden" name="organization" value={organization.id} />
        <TextField label={t('admin.organizations.search')} type="search" name="search" required defaultValue={search} />
        <Button>{t('admin.users.find')}</Button>
      </form>
      {search !== '' && found.length === 0 && <p role="status">{t('admin.organizations.none')}</p>}
      <ul className={styles.people}>
        {found.map((other) => (
          <li key={other.id}>
            <a
              href={href(withQuery(ORGANIZATION_MERGE_PATH, { organization: organization.id, into: other.id }))}
              rel="nofollow"
            >
              {t('admin.merge.into', { name: other.name })}
            </a>{' '}
            <OrganizationFacts organization={other} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Lists the effects of a merge, with the button that merges; or the reasons why merging is impossible. */
export function MergePreview({ merge: { from, into, effects, errors }, form }: { merge: Merge; form: PageForm }) {
  const { t, href } = usePage();
  const names = { from: from.name, into: into.name };
  const isYounger = into.created > from.created;
  const reversed = href(withQuery(ORGANIZATION_MERGE_PATH, { organization: into.id, into: from.id }));
  const shown = (lost: boolean) => effects.filter(({ kind, count }) => count > 0 && LOST.includes(kind) === lost);
  return (
    <>
      <Panel id="both" title={t('admin.merge.both')}>
        <ul className={styles.people}>
          {[from, into].map((organization) => (
            <li key={organization.id}>
              <a href={href(withQuery(SITE_ORGANIZATION_PATH, { organization: organization.id }))} rel="nofollow">
                {organization.name}
              </a>{' '}
              <OrganizationFacts organization={organization} />
            </li>
          ))}
        </ul>
        {isYounger && <p>{t('admin.merge.older', names)}</p>}
        <p>
          <a href={reversed} rel="nofollow" data-merge-reversed>
            {t('admin.merge.reverse', names)}
          </a>
        </p>
      </Panel>
      {errors.length > 0 ? (
        <Alert kind="warn">
          {errors.map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        </Alert>
      ) : (
        <>
          <Panel id="moves" title={t('admin.merge.moves', names)}>
            <Effects effects={shown(false)} />
            <p>{t('admin.merge.address', names)}</p>
          </Panel>
          <Panel id="losses" title={t('admin.merge.losses')}>
            <Effects effects={shown(true)} />
          </Panel>
          <Panel id="merge" title={t('admin.merge.confirm', names)} danger>
            <p>{t('admin.merge.confirmText')}</p>
            <form method="post" action={form.action} data-organization-merge>
              <CsrfFields value={form.csrf} />
              <input type="hidden" name="from" value={from.id} />
              <input type="hidden" name="into" value={into.id} />
              <Button kind="danger">{t('admin.merge.confirm', names)}</Button>
            </form>
          </Panel>
        </>
      )}
    </>
  );
}

function Effects({ effects }: { effects: Merge['effects'] }) {
  const { t, locale } = usePage();
  if (effects.length === 0) return <p>{t('admin.merge.nothing')}</p>;
  return (
    <ul className={styles.people}>
      {effects.map(({ kind, count }) => (
        <li key={kind} data-effect={kind}>
          {t(`admin.merge.effect.${kind}`, { count, number: formatNumber(count, locale) })}
        </li>
      ))}
    </ul>
  );
}

function OrganizationFacts({ organization }: { organization: ListedOrganizationFragment }) {
  const { t, locale, site } = usePage();
  return (
    <>
      <OrganizationTags organization={organization} />{' '}
      <span>{t('admin.organizations.since', { date: formatDate(organization.created, locale, site.timeZone) })}</span>
    </>
  );
}

/** Link to the page that merges an organization into another one. */
export function MergeLink({ organization }: { organization: ListedOrganizationFragment }) {
  const { t, href } = usePage();
  const path = withQuery(ORGANIZATION_MERGE_PATH, { organization: organization.id });
  return (
    <Panel id="merge" title={t('admin.merge.title')}>
      <p>{t('admin.merge.text')}</p>
      <div>
        <ButtonLink kind="secondary" href={href(path)}>
          {t('admin.merge.title')}
        </ButtonLink>
      </div>
    </Panel>
  );
}
