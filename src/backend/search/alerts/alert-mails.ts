import { sql, type RawBuilder } from 'kysely';
import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import { jobPath, resumePath } from '#contract/pages/paths.js';
import type { AlertKind } from '../../platform/database/tables/alert-tables.js';
import type { AlertDetails } from '../../platform/mail/outbox.js';

/** What a mail tells of. */
export interface AlertItem {
  title: string;
  /** Beside the title: who offers it, and where. */
  note: string;
  path: string;
}

/** A job or a resume as a mail needs it. */
export interface FoundItem {
  /** Of a resume its key. */
  key: string;
  title: string;
  organization: string | null;
  place_name: string | null;
}

interface Items {
  /** That are named; of the others there is a number. */
  most: number;
  /** Of the alert `due`: what it has found, was not told of, and can be seen now; the newest first, each with its `id` and `place`. */
  select(now: Date, most: number): RawBuilder<unknown>;
  show(item: FoundItem): AlertItem;
}

const MAX_NAMED = 20;

export const ITEMS_OF: Readonly<Record<AlertKind, Items>> = {
  job: {
    most: MAX_NAMED,
    select: (now, most) => sql`
      select job.id, job.id::text as key, job.title, organization.name as organization, job.locality as place_name,
        row_number() over (order by job.published_at desc, job.id desc) as place
      from alert_match m join job on job.id = m.item_id join organization on organization.id = job.organization_id
      where m.alert_id = due.id and m.sent_at is null and job.site = due.site and job.state = 'published'
        and (job.expires_at is null or job.expires_at > ${now})
      order by job.published_at desc, job.id desc limit ${most}
    `,
    show: ({ key, title, organization, place_name: place }) => ({
      title,
      note: noteOf(organization, place),
      path: jobPath(key, title),
    }),
  },
  resume: {
    most: MAX_NAMED,
    // What recruiters see in lists, and less than that: nothing of resume_private (ROLE-05).
    select: (_now, most) => sql`
      select resume.id, resume.key::text as key, resume.title, null as organization, resume.administrative_area as place_name,
        row_number() over (order by directory_resume.at desc, resume.id desc) as place
      from alert_match m join directory_resume on directory_resume.id = m.item_id join resume on resume.id = m.item_id
      where m.alert_id = due.id and m.sent_at is null and resume.site = due.site and resume.visible
      order by directory_resume.at desc, resume.id desc limit ${most}
    `,
    show: ({ key, title, place_name: place }) => ({ title, note: noteOf(null, place), path: resumePath(key) }),
  },
};

function noteOf(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

const CONFIRMED = sql`account.email_verified is not null and account.blocked_at is null`;

/**
 * Who is written to: whoever has said that the address is theirs; about resumes only who may search them at this moment (as
 * `refusalOfResumes` has it).
 */
export const RECIPIENT_OF: Readonly<Record<AlertKind, RawBuilder<unknown>>> = {
  job: sql`coalesce(due.email, case when ${CONFIRMED} then account.email end)`,
  resume: sql`
    case when ${CONFIRMED} and (account.roles && ${[...ADMINISTRATION_ROLES]}::text[]
      or ('recruiter' = any(account.roles) and account.approved_at is not null)) then account.email end
  `,
};

export function detailsOf(alert: {
  page: string;
  token: string;
  summary: string;
  items: readonly AlertItem[];
  count: number;
}): AlertDetails {
  return {
    path: alert.page,
    search: alert.summary,
    items: JSON.stringify(alert.items),
    count: String(alert.count),
    token: alert.token,
  };
}
