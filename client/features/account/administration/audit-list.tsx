import { auditActionKey } from '#contract/audit.js';
import type { AuditEventFragment } from '#contract/generated/operations.js';
import { REVIEWED_JOB_PATH, userPath } from '#contract/pages/paths.js';
import type { Translate } from '#shared/text/translator.js';
import { formatList, formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './administration.module.css';

type Audited = AuditEventFragment['actor'];

/** Whether an action is always about an account: without one, it has been deleted since. */
const ABOUT_ACCOUNTS =
  /^(?:account|recruiter)\.|^masquerade\.(?:begin|end)$|^organization\.(?:owner|joined|role|left)$/;

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
            {subject?.id !== actor?.id && (subject ?? ABOUT_ACCOUNTS.test(action)) && (
              <Who label={t('admin.audit.to')} user={subject} />
            )}
          </p>
          {details.length > 0 && (
            <dl className={styles.details}>
              {details.map(({ name, value }) => (
                <div key={name}>
                  <dt>{detailName(name, t)}</dt>
                  <dd>
                    <DetailValue name={name} value={value} />
                  </dd>
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
  return textOf(action, auditActionKey(action), t);
}

function detailName(detail: string, t: Translate): string {
  return textOf(`${detail}:`, `admin.audit.detail.${detail}`, t);
}

/** The number of a job leads to its page; codes are shown in words if they are known. */
function DetailValue({ name, value }: AuditEventFragment['details'][number]) {
  const { t, href, locale } = usePage();
  if (name === 'job')
    return (
      <a href={href(`${REVIEWED_JOB_PATH}?job=${value}`)} rel="nofollow">
        {value}
      </a>
    );
  switch (name) {
    case 'state':
      return textOf(value, `applications.state.employer.${value}`, t);
    case 'role':
      return textOf(value, `organization-team.role.${value}`, t);
    case 'by':
      return textOf(value, `admin.audit.means.${value}`, t);
    case 'before':
    case 'after':
      return formatList(
        value.split(' ').map((role) => textOf(role, `dashboard.role.${role}`, t)),
        locale,
      );
    default:
      return value;
  }
}

/** @returns the text with this key; the value itself if there is none */
function textOf(value: string, key: string, t: Translate): string {
  const text = t(key);
  return text === key ? value : text;
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
