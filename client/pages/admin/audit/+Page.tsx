import { AUDIT_PATH, AUDIT_FILE_PATH } from '#contract/pages/paths.js';
import { AUDIT_GROUPS, AUDIT_OBJECTS, type AuditQuery } from '#contract/audit.js';
import type { Translate } from '#shared/text/translator.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { Panel } from '../../../components/ui/containers/panel';
import { AuditList } from '../../../features/account/administration/audit-list';
import styles from '../../../features/account/administration/administration.module.css';
import { isEmptyQuery, withQuery } from '../../../lib/page-data';
import { usePage } from '../../../lib/page-context';
import { TextField } from '../../../components/ui/forms/field';
import { Chip } from '../../../components/ui/tag';
import { formatDay } from '../../../lib/format';
import { OneOrAll, SearchForm } from '../../../features/account/administration/searched-tables';
import type { AuditData } from './+load.server';

export function Page({ data: { events, older, isOld, query, actor } }: { data: AuditData }) {
  const { t, href } = usePage();
  return (
    <OwnPage title={t('admin.audit.title')} intro={<p>{t('admin.audit.intro')}</p>} narrow>
      <AuditSearch query={query} actor={actor} />
      {events.length === 0 && !isEmptyQuery(query) ? (
        <NoAuditEvents query={query} actor={actor} />
      ) : (
        <Panel id="events" title={t(isOld ? 'admin.audit.earlier' : 'admin.audit.latest')}>
          <AuditList events={events} />
        </Panel>
      )}
      {(older !== undefined || isOld) && (
        <p className={styles.facts}>
          {isOld && (
            <ButtonLink kind="secondary" href={href(withQuery(AUDIT_PATH, query))}>
              {t('admin.audit.newest')}
            </ButtonLink>
          )}
          {older !== undefined && (
            <ButtonLink kind="secondary" href={href(withQuery(AUDIT_PATH, { ...query, before: older }))} rel="nofollow">
              {t('admin.audit.older')}
            </ButtonLink>
          )}
        </p>
      )}
    </OwnPage>
  );
}

interface AuditSearchProps {
  query: AuditQuery;
  /** The account with the id `query.user`. */
  actor?: string | undefined;
}

/** Filters the audit log; active filters are shown below the form, each with a link that removes it. */
function AuditSearch({ query, actor }: AuditSearchProps) {
  const { t, href, locale } = usePage();
  const chips = chosenFilters({ query, actor }, t, locale);
  return (
    <>
      <SearchForm path={AUDIT_PATH} many>
        <TextField label={t('admin.audit.filter.user')} name="user" type="search" defaultValue={query.user} />
        <OneOrAll
          name="action"
          label={t('admin.audit.filter.action')}
          value={query.action}
          options={AUDIT_GROUPS.map((each) => [each, t(`admin.audit.group.${each}`)])}
        />
        <OneOrAll
          name="kind"
          label={t('admin.audit.filter.kind')}
          value={query.kind}
          options={AUDIT_OBJECTS.map((each) => [each, t(`admin.audit.object.${each}`)])}
        />
        <TextField label={t('admin.audit.filter.record')} name="record" defaultValue={query.record} />
        <TextField label={t('admin.audit.filter.from')} name="from" type="date" defaultValue={query.from} />
        <TextField label={t('admin.audit.filter.to')} name="to" type="date" defaultValue={query.to} />
      </SearchForm>
      {(query.kind === '') !== (query.record === '') && <p role="status">{t('admin.audit.halfObject')}</p>}
      {chips.length > 0 && (
        <ul className={styles.lists} aria-label={t('search.filters.active')} data-chips>
          {chips.map(({ said, without }) => (
            <li key={said}>
              <Chip
                href={href(withQuery(AUDIT_PATH, { ...query, ...without }))}
                label={t('search.filters.remove', { filter: said })}
              >
                {said}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={href(withQuery(AUDIT_FILE_PATH, query))} rel="nofollow" download>
          {t('admin.searches.file')}
        </a>
      </p>
    </>
  );
}

/** Says which filters were applied if the log has no matching event. */
function NoAuditEvents({ query, actor }: AuditSearchProps) {
  const { t, href, locale } = usePage();
  const chosen = chosenFilters({ query, actor }, t, locale).map(({ said }) => said);
  return (
    <Panel id="none" title={t('admin.audit.noneFound')}>
      <p>{t('admin.audit.noneFoundText', { filters: chosen.join(' · ') })}</p>
      <ButtonLink kind="secondary" href={href(AUDIT_PATH)}>
        {t('admin.audit.showAll')}
      </ButtonLink>
    </Panel>
  );
}

/** @returns each active filter in words, with the parameters that remain without it */
function chosenFilters(
  { query, actor }: AuditSearchProps,
  t: Translate,
  locale: string,
): { said: string; without: Partial<AuditQuery> }[] {
  const { user, action, kind, record, from, to } = query;
  const filters: [string, Partial<AuditQuery>][] = [];
  if (user) filters.push([`${t('admin.audit.by')} ${actor ?? user}`, { user: '' }]);
  if (action) filters.push([t(`admin.audit.group.${action}`), { action: '' }]);
  if (kind && record) filters.push([`${t(`admin.audit.object.${kind}`)} ${record}`, { kind: '', record: '' }]);
  if (from) filters.push([t('admin.audit.since', { day: formatDay(from, locale) }), { from: '' }]);
  if (to) filters.push([t('admin.audit.until', { day: formatDay(to, locale) }), { to: '' }]);
  return filters.map(([said, without]) => ({ said, without }));
}
