import { sql, type Kysely, type RawBuilder } from 'kysely';
import { currentTraceparent } from '#shared/telemetry/current-trace.js';
import type { Database } from '../database/schema.js';

/**
 * The mails there are, and what each is filled in with. A new one is a line here, an entry in `texts/*-mails.ts`, without which the types
 * fail, and texts in the catalogues (`mail.json`). A `path` becomes an address of the site.
 */
export interface MailDetails {
  'verify-email': { path: string };
  /** To the owner of an address with which somebody tried to register. */
  'already-registered': { path: string };
  'reset-password': { path: string };
  'password-changed': { path?: undefined };
  /** To the new address. */
  'change-email': { path: string };
  /** To the old address. */
  'email-changed': { newEmail?: string };
  'account-deleted': { path?: undefined };
  /** To the owner of an account, or of a resume, that nobody uses. */
  'account-unused': UnusedDetails;
  'resume-unused': UnusedDetails;
  /** From a visitor to the site's operators. */
  'contact-message': ContactDetails & LinkedDetails;
  /** From a visitor to the site's operators. */
  'job-report': { path: string; title?: string; reason?: string; body?: string; /** Of the visitor. */ email?: string };
  /** The same for the visitor. */
  'contact-copy': ContactDetails;
  /** To somebody who has applied for a job. */
  'application-sent': ApplicationDetails & {
    /** Of the job's page. */ jobPath?: string;
    /** Names of the files that came along. */ files?: string;
  };
  /** To an employer. */
  'application-received': ApplicationDetails & MemberDetails & { /** Of the applicant. */ email?: string };
  /** To an employer: what an applicant has added. */
  'application-added': ApplicationDetails &
    MemberDetails & {
      body?: string;
      /** Names of the files. */ files?: string;
    };
  /** An employer's own words to an applicant. */
  'application-answer': DecisionDetails & {
    subject?: string;
    body?: string;
    /** Of the employer. */ replyTo?: string;
  };
  'application-declined': DecisionDetails;
  /** To a colleague whom a note about an application mentions. */
  'application-mention': ApplicationDetails;
  /** To an employer. */
  'application-withdrawn': ApplicationDetails & MemberDetails;
  /** To somebody who works for organizations: what waits for them. */
  'recruiting-digest': DigestDetails;
  /** To an applicant: the application is deleted soon. */
  'application-deletion': ApplicationDetails & { /** On which day, as an ISO 8601 time. */ until?: string };
  /** To an applicant: times to choose from. */
  'interview-proposed': InterviewDetails;
  /** To both sides, as the next two: with an entry for their calendars. */
  'interview-booked': InterviewDetails;
  'interview-changed': InterviewDetails;
  'interview-canceled': InterviewDetails;
  /** To an applicant who has not chosen yet. */
  'interview-taken-back': InterviewDetails;
  /** To an employer: the applicant can come at none of the times. */
  'interview-others': InterviewDetails;
  /** To whoever sent a job, or a change of one, for review. */
  'job-approved': ReviewedJobDetails & {
    /** `2026-12-05`, where it goes online on a day to come. */ startsOn?: string;
  };
  'job-sent-back': ReviewedJobDetails & { /** What is to be changed, as it was typed. */ reason?: string };
  /** To everybody who works for the organization of a job that somebody of the site has unpublished. */
  'job-unpublished': { path: string; title?: string; /** As it was typed. */ reason?: string };
  /** To everybody who works for an organization that an administrator takes offline, or brings back. */
  'organization-suspended': { path: string; organization?: string; reason?: string };
  'organization-resumed': { path: string; organization?: string; reason?: string };
  /** To everybody who works for one of two organizations: the first is merged into the other one. */
  'organization-merged': { path: string; organization?: string; other?: string };
  /** To an address for which somebody wants a job alert. */
  'alert-confirm': { path: string };
  'job-alert': AlertDetails;
  'resume-alert': AlertDetails;
  /** To somebody who may become a member of an organization. */
  'organization-invitation': { path: string; organization?: string; /** Who invites them. */ name?: string };
  /** To whoever changed the name or the pictures of an organization. */
  'organization-approved': { path: string; organization?: string };
  'organization-sent-back': {
    path: string;
    organization?: string;
    /** What is to be changed, as it was typed. */ reason?: string;
  };
  /** To a recruiter whom an administrator has looked at. */
  'recruiter-approved': { path: string };
  'recruiter-refused': { path?: undefined; /** The reason, as it was typed. */ message?: string };
  'recruiter-question': {
    path?: undefined;
    /** As it was typed; the answer goes to the site by mail. */ message?: string;
  };
  /** To the owner of a resume: an organization asks for contact. */
  'contact-request': {
    path: string;
    organization?: string;
    /** Of the recruiter. */ name?: string;
    /** As it was typed. */ body?: string;
  };
  /** To a recruiter: what became of a request. */
  'contact-outcome': { path: string; /** Of the resume. */ title?: string; outcome?: ContactOutcome };
  /** To the owner of a resume: the organization has ended it. */
  'contact-revoked': { path: string; organization?: string };
  /** What the sides of an approved contact write: to the owner of the resume, and to recruiters. */
  'contact-written': RelayedDetails;
  'contact-reply': RelayedDetails;
  'link-identity': { path: string; /** As people know it: `Google`. */ provider?: string };
  /** To whom the invoices of an organization go, as all of these. */
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
  /** The number of the order. */
  order?: string;
  /** What was ordered. */
  product?: string;
  /** In words of the language: `$129.00`. */
  amount?: string;
  /** By when it has to be paid, in words of the language. */
  due?: string;
  /** How it is paid, a line each. */
  payment?: string;
  /** The id of the invoice or credit note whose PDF is attached. */
  invoice?: string;
}

/** `gone`: the resume or its owner's account is deleted. */
export type ContactOutcome = 'approved' | 'refused' | 'lapsed' | 'revoked' | 'gone';

export interface RelayedDetails {
  path: string;
  /** The organization, or the title of the resume. */
  from?: string;
  /** As it was typed. */
  body?: string;
}

export interface ReviewedJobDetails {
  path: string;
  title?: string;
  /** What was reviewed: a job that nobody had seen, a change of a published one, or an archived one that is to be shown again. */
  subject?: 'job' | 'change' | 'renewal';
}

export interface UnusedDetails {
  /** Where somebody logs in, which keeps it. */
  path: string;
  /** On which day it is deleted, as an ISO 8601 time. */
  until?: string;
}

export interface ContactDetails {
  path?: undefined;
  /** Of the message. */
  id?: string;
  name?: string;
  /** Of the visitor. */
  email?: string;
  subject?: string;
  /** Plain text of several lines. */
  body?: string;
  /** The names of what is attached, joined; empty without any. */
  files?: string;
}

/** Files that are fetched, because they are too large for a mail. */
export interface LinkedDetails {
  /** JSON: `LinkedFile[]`; missing without any. */
  links?: string;
  /** When they are deleted, as an ISO 8601 time. */
  until?: string;
}

export interface LinkedFile {
  name: string;
  /** Bytes. */
  size: number;
  /** With the signature that opens it. */
  path: string;
}

export interface ApplicationDetails {
  /** Of the application, for those who may see it there. */
  path?: string;
  /** Of the applicant. */
  name?: string;
  /** Of the job. */
  title?: string;
  organization?: string;
}

/** Of a mail to a member of an organization, who may be one no longer when it is sent. */
export interface MemberDetails {
  /** The id of their account. */
  member?: string;
  /** Of the job, whose organization they work for. */
  jobId?: string;
}

/** What waits for somebody who works for organizations. */
export interface DigestDetails extends MemberDetails {
  path: string;
  /** JSON of the ids of the organizations that it tells of. */
  organizations?: string;
  /** JSON: `DigestContent`. */
  content?: string;
  /** Of the address that ends it. */
  digestToken?: string;
}

/** What a digest tells of, each list with the most pressing first. */
export interface DigestContent {
  /** Who wait, for all jobs together. */
  people: number;
  /** Jobs for which people wait for an answer. */
  waiting: { title: string; path: string; people: number; /** Of whoever has waited longest. */ days: number }[];
  interviews: { title: string; path: string; start: string; minutes: number; zone: string }[];
  /** Jobs that end soon, with the day: `2026-12-05`. */
  closing: { title: string; path: string; day: string }[];
  /** What is not listed. */
  more: number;
}

/** Of a mail that may tell an applicant that they are declined. */
export interface DecisionDetails extends ApplicationDetails {
  /** JSON of an interview that ends with it: `EndedInterview`. */
  ended?: string;
}

/** `proposed`: the applicant has not chosen a time. */
export type EndedInterview = { ended: 'proposed' } | { ended: 'booked'; start: string; minutes: number; zone: string };

/** Of an interview that is proposed, booked or canceled. */
export interface InterviewDetails extends ApplicationDetails {
  /** JSON of when it begins, or may begin: ISO 8601 times. */
  slots?: string;
  minutes?: string;
  /** In which the times are told. */
  zone?: string;
  place?: string;
  /** As it was typed. */
  note?: string;
  /** Why it is canceled, or what the applicant wrote. */
  reply?: string;
  /** Of the other side. */
  replyTo?: string;
}

export interface AlertDetails {
  /** Of the page that shows the search. */
  path: string;
  /** The search in words; empty: everything. */
  search?: string;
  /** JSON of what is new: `ListedItem[]`. */
  items?: string;
  /** How much is new, what is listed included. */
  count?: string;
  /** Of the alert's links. */
  token?: string;
}

export type MailTemplate = keyof MailDetails;

/** A mail to be written in the recipient's language. */
export type Mail = {
  [Template in MailTemplate]: {
    site: string;
    /** `en`; English where there are no texts in it. */
    language: string;
    template: Template;
    recipient: string;
    details: MailDetails[Template];
  };
}[MailTemplate];

/**
 * Puts a mail into the outbox, in the transaction that has a reason for it: it is sent if and only if that commits.
 *
 * @param dueAt when it is sent; until then it can be taken back
 * @returns its id, for attachments
 */
export async function putMail(database: Kysely<Database>, mail: Mail, now: Date, dueAt = now): Promise<number> {
  const { id } = await database
    .insertInto('mail')
    .values({ ...mail, details: JSON.stringify(withTrace(mail.details)), created_at: now, due_at: dueAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Among the details of a mail: the trace of the request that caused it, where it was traced. No template shows it. */
export const TRACE_DETAIL = 'traceparent';

function withTrace(details: object): object {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? details : { ...details, [TRACE_DETAIL]: traceparent };
}

/** The same within a larger statement: a part of its `with`. @param made an earlier part; only with a row in it they are put in */
export function insertingMails(mails: readonly Mail[], made: string, now: Date): RawBuilder<unknown> {
  return sql`
    insert into mail (site, language, template, recipient, details, created_at, due_at)
    select m.site, m.language, m.template, m.recipient, m.details, ${now}, ${now}
    from ${sql.table(made)}, jsonb_to_recordset(${JSON.stringify(mails.map((mail) => ({ ...mail, details: withTrace(mail.details) })))}::jsonb)
      as m(site text, language text, template text, recipient text, details jsonb)
  `;
}
