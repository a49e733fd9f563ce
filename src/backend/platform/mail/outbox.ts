import { sql, type Kysely, type RawBuilder } from 'kysely';
import { currentTraceparent } from '#shared/telemetry/telemetry.js';
import type { Database } from '../database/schema.js';

/**
 * All mail templates with their details. A new one needs a line here, an entry in `texts/*-mails.ts` (enforced by the types), and texts in
 * the catalogues (`mail.json`). A `path` becomes an address of the site.
 */
export interface MailDetails {
  'verify-email': { path: string };
  /** To the owner of an email address that somebody tried to register again. */
  'already-registered': { path: string };
  /** To an email address that was registered again before it was confirmed. */
  'registered-again': { path: string };
  'reset-password': { path: string };
  'password-changed': { path?: undefined };
  /** To the new address. */
  'change-email': { path: string };
  /** To the old address. */
  'email-changed': { newEmail?: string };
  'account-deleted': { path?: undefined };
  /** To the owner of an unused account or resume. */
  'account-unused': UnusedDetails;
  'resume-unused': UnusedDetails;
  /** From a visitor to the site's operators. */
  'contact-message': ContactDetails & LinkedDetails;
  /** From a visitor to the site's operators. */
  'job-report': { path: string; title?: string; reason?: string; body?: string; /** The visitor's. */ email?: string };
  /** Copy of a contact message for the visitor. */
  'contact-copy': ContactDetails;
  /** To an applicant. */
  'application-sent': ApplicationDetails & {
    /** Path of the job's page. */ jobPath?: string;
    /** Names of the attached files. */ files?: string;
  };
  /** To an employer. */
  'application-received': ApplicationDetails & MemberDetails & { /** Address of the applicant. */ email?: string };
  /** To an employer: an applicant has added something. */
  'application-added': ApplicationDetails &
    MemberDetails & {
      body?: string;
      /** Names of the files. */ files?: string;
    };
  /** To an applicant, in the employer's own words. */
  'application-answer': DecisionDetails & {
    subject?: string;
    body?: string;
    /** Reply address of the employer. */ replyTo?: string;
  };
  'application-declined': DecisionDetails;
  /** To a colleague who is mentioned in a note about an application. */
  'application-mention': ApplicationDetails;
  /** To an employer. */
  'application-withdrawn': ApplicationDetails & MemberDetails;
  /** To a member of organizations: pending work. */
  'recruiting-digest': DigestDetails;
  /** To an applicant: the application will soon be deleted. */
  'application-deletion': ApplicationDetails & { /** Day of the deletion, as an ISO 8601 time. */ until?: string };
  /** To an applicant: times to choose from. */
  'interview-proposed': InterviewDetails;
  /** To both sides, like the following two, with a calendar entry. */
  'interview-booked': InterviewDetails;
  'interview-changed': InterviewDetails;
  'interview-canceled': InterviewDetails;
  /** To an applicant who has not chosen a time yet. */
  'interview-taken-back': InterviewDetails;
  /** To an employer: none of the times suits the applicant. */
  'interview-others': InterviewDetails;
  /** To the person who submitted a job, or a change of one, for review. */
  'job-approved': ReviewedJobDetails & {
    /** Such as `2026-12-05`, if publication starts on a later day. */ startsOn?: string;
  };
  'job-sent-back': ReviewedJobDetails & { /** Requested changes, as typed. */ reason?: string };
  /** To all members of the organization whose job was unpublished by the site. */
  'job-unpublished': { path: string; title?: string; /** As typed. */ reason?: string };
  /** To all members of an organization that an administrator takes offline or reactivates. */
  'organization-suspended': { path: string; organization?: string; reason?: string };
  'organization-resumed': { path: string; organization?: string; reason?: string };
  /** To all members of two organizations: the first is merged into the other. */
  'organization-merged': { path: string; organization?: string; other?: string };
  /** To the address for which a job alert was requested. */
  'alert-confirm': { path: string };
  'job-alert': AlertDetails;
  'resume-alert': AlertDetails;
  /** To a person who is invited to become a member of an organization. */
  'organization-invitation': { path: string; organization?: string; /** Name of the inviting person. */ name?: string };
  /** To the person who changed the name or the pictures of an organization. */
  'organization-approved': { path: string; organization?: string };
  'organization-sent-back': {
    path: string;
    organization?: string;
    /** Requested changes, as typed. */ reason?: string;
  };
  /** To a recruiter whom an administrator has reviewed. */
  'recruiter-approved': { path: string };
  'recruiter-refused': { path?: undefined; /** Reason, as typed. */ message?: string };
  'recruiter-question': {
    path?: undefined;
    /** As typed; the recruiter replies to the site by mail. */ message?: string;
  };
  /** To the owner of a resume: an organization requests contact. */
  'contact-request': {
    path: string;
    organization?: string;
    /** Name of the recruiter. */ name?: string;
    /** Message, as typed. */ body?: string;
  };
  /** To a recruiter: the outcome of a contact request. */
  'contact-outcome': { path: string; /** Title of the resume. */ title?: string; outcome?: ContactOutcome };
  /** To the owner of a resume: the organization has ended the contact. */
  'contact-revoked': { path: string; organization?: string };
  /** Messages between the parties of an approved contact: to the owner of the resume, and to recruiters. */
  'contact-written': RelayedDetails;
  'contact-reply': RelayedDetails;
  'link-identity': { path: string; /** Display name, such as `Google`. */ provider?: string };
  /** To the recipient of an organization's invoices, like the following ones. */
  'order-invoice': OrderDetails;
  'order-paid': OrderDetails;
  'order-canceled': OrderDetails;
  'order-refunded': OrderDetails;
  'payment-reminder': OrderDetails;
  'payment-overdue': OrderDetails;
}

/** Mails about an order. */
export type OrderMail =
  'order-invoice' | 'order-paid' | 'order-canceled' | 'order-refunded' | 'payment-reminder' | 'payment-overdue';

export interface OrderDetails {
  path: string;
  /** Number of the order. */
  order?: string;
  /** Name of the ordered product. */
  product?: string;
  /** Formatted for the language: `$129.00`. */
  amount?: string;
  /** Due date, formatted for the language. */
  due?: string;
  /** Payment instructions, one per line. */
  payment?: string;
  /** Id of the invoice or credit note whose PDF is attached. */
  invoice?: string;
}

/** `gone`: the resume or its owner's account has been deleted. */
export type ContactOutcome = 'approved' | 'refused' | 'lapsed' | 'revoked' | 'gone';

export interface RelayedDetails {
  path: string;
  /** Name of the organization, or title of the resume. */
  from?: string;
  /** Message, as typed. */
  body?: string;
}

export interface ReviewedJobDetails {
  path: string;
  title?: string;
  /** Subject of the review: a new job, a change of a published one, or the renewal of an archived one. */
  subject?: 'job' | 'change' | 'renewal';
}

export interface UnusedDetails {
  /** Path of the login page; logging in prevents the deletion. */
  path: string;
  /** Day of the deletion, as an ISO 8601 time. */
  until?: string;
}

export interface ContactDetails {
  path?: undefined;
  /** Id of the message. */
  id?: string;
  name?: string;
  /** Email address of the visitor. */
  email?: string;
  subject?: string;
  /** Plain text, possibly of several lines. */
  body?: string;
  /** Names of the attached files, joined; empty if there are none. */
  files?: string;
}

/** Files to download, because they are too large for a mail. */
export interface LinkedDetails {
  /** JSON: `LinkedFile[]`; missing if there are none. */
  links?: string;
  /** Time of their deletion in ISO 8601. */
  until?: string;
}

export interface LinkedFile {
  name: string;
  /** Size in bytes. */
  size: number;
  /** Path with the signature that grants access. */
  path: string;
}

export interface ApplicationDetails {
  /** Path of the application, for readers who may see it there. */
  path?: string;
  /** Name of the applicant. */
  name?: string;
  /** Title of the job. */
  title?: string;
  organization?: string;
}

/** Details of a mail to a member of an organization, whose membership may have ended by the time it is sent. */
export interface MemberDetails {
  /** Account id of the member. */
  member?: string;
  /** Id of the job, whose organization the recipient works for. */
  jobId?: string;
}

/** Details of a digest for a member of organizations. */
export interface DigestDetails extends MemberDetails {
  path: string;
  /** JSON array of the ids of the organizations in the digest. */
  organizations?: string;
  /** JSON: `DigestContent`. */
  content?: string;
  /** Token of the unsubscribe address. */
  digestToken?: string;
}

/** Content of a digest; each list starts with the most urgent item. */
export interface DigestContent {
  /** Total number of people waiting, for all jobs. */
  people: number;
  /** Jobs with applicants who are waiting for an answer. */
  waiting: { title: string; path: string; people: number; /** Longest waiting time. */ days: number }[];
  interviews: { title: string; path: string; start: string; minutes: number; zone: string }[];
  /** Jobs that end soon, with the day: `2026-12-05`. */
  closing: { title: string; path: string; day: string }[];
  /** Number of items that are not listed. */
  more: number;
}

/** Details of a mail that may contain a rejection. */
export interface DecisionDetails extends ApplicationDetails {
  /** JSON of an interview that ends with the decision: `EndedInterview`. */
  ended?: string;
}

/** `proposed`: the applicant had not chosen a time. */
export type EndedInterview = { ended: 'proposed' } | { ended: 'booked'; start: string; minutes: number; zone: string };

/** Details of a mail about an interview that is proposed, booked or canceled. */
export interface InterviewDetails extends ApplicationDetails {
  /** JSON array of the (possible) start times in ISO 8601. */
  slots?: string;
  minutes?: string;
  /** Time zone for displaying the times. */
  zone?: string;
  place?: string;
  /** Note, as typed. */
  note?: string;
  /** Reason for the cancellation, or the applicant's message. */
  reply?: string;
  /** Reply address of the other side. */
  replyTo?: string;
}

export interface AlertDetails {
  /** Path of the page with the search results. */
  path: string;
  /** The search in words; empty for all entries. */
  search?: string;
  /** JSON of the new entries: `ListedItem[]`. */
  items?: string;
  /** Number of new entries, including the listed ones. */
  count?: string;
  /** Token in the alert's links. */
  token?: string;
}

export type MailTemplate = keyof MailDetails;

/** A mail to write in the recipient's language. */
export type Mail = {
  [Template in MailTemplate]: {
    site: string;
    /** Such as `en`; English is used if there are no texts in the language. */
    language: string;
    template: Template;
    recipient: string;
    details: MailDetails[Template];
  };
}[MailTemplate];

/**
 * Puts a mail into the outbox within the transaction that causes it: the mail is sent if and only if the transaction commits.
 *
 * @param dueAt time of sending; until then, the mail can be withdrawn
 * @returns the id of the mail, for adding attachments
 */
export async function putMail(database: Kysely<Database>, mail: Mail, now: Date, dueAt = now): Promise<number> {
  const { id } = await database
    .insertInto('mail')
    .values({ ...mail, details: JSON.stringify(withTrace(mail.details)), created_at: now, due_at: dueAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Name of the detail with the trace context of the request that caused the mail, if it was traced. No template shows it. */
export const TRACE_DETAIL = 'traceparent';

function withTrace(details: object): object {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? details : { ...details, [TRACE_DETAIL]: traceparent };
}

/**
 * Puts mails into the outbox as a part (`with`) of a larger statement.
 *
 * @param made name of an earlier part of the statement; the mails are inserted only if that part returns a row
 */
export function insertingMails(mails: readonly Mail[], made: string, now: Date): RawBuilder<unknown> {
  return sql`
    insert into mail (site, language, template, recipient, details, created_at, due_at)
    select m.site, m.language, m.template, m.recipient, m.details, ${now}, ${now}
    from ${sql.table(made)}, jsonb_to_recordset(${JSON.stringify(mails.map((mail) => ({ ...mail, details: withTrace(mail.details) })))}::jsonb)
      as m(site text, language text, template text, recipient text, details jsonb)
  `;
}
