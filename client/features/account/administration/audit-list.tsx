import { auditActionKey } from '#contract/audit.js';
import type { AuditEventFragment } from '#contract/generated/operations.js';
import { userPath } from '#contract/pages/paths.js';
import type { Translate } from '#shared/text/translator.js';
import { formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './administration.module.css';

type Audited = AuditEventFragment['actor'];

/** Audited actions, in the given order. */
export function AuditList({ events }: { events: readonly AuditEventFragment[] }) {
  const { t, locale, site } = usePage();
  if (events.length === 0) return <p className={styles.soft}>{t('admin.audit.none')}</p>;
  return (
    <ol className={styles.events}>
      {events.map(({ id, at, action, actor, subject, details }) => (
        <li key={id}>
          <p>
            <strong>{actionName(action, t)}</strong>
            <time dateTime={at}>{formatTime(at, locale, site.timeZone)}</time>
          </p>
          <p className={styles.soft}>
            <Who label={t('admin.audit.by')} user={actor} />
            {subject?.id !== actor?.id && <Who label={t('admin.audit.to')} user={subject} />}
          </p>
          {details.length > 0 && (
            <dl className={styles.details}>
              {details.map(({ name, value }) => (
                <div key={name}>
                  <dt>{detailName(name, t)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A backend may report actions that have no text here. */
function actionName(action: string, t: Translate): string {
  const key = auditActionKey(action);
  const name = t(key);
  return name === key ? action : name;
}

function detailName(detail: string, t: Translate): string {
  const key = `admin.audit.detail.${detail}`;
  const name = t(key);
  return name === key ? `${detail}:` : name;
}

function Who({ label, user }: { label: string; user: Audited }) {
  const { t, href } = usePage();
  return (
    <span>
      {label}{' '}
      {user ? (
        <a href={href(userPath(user.id))} rel="nofollow">
          {user.email}
        </a>
      ) : (
        t('admin.audit.nobody')
      )}{' '}
    </span>
  );
}
