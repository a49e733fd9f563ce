import { type Kysely, sql } from 'kysely';
import {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { jobApplicationPath, ownApplicationPath } from '#contract/pages/paths.js';
import { slotText } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../../platform/database/schema.js';
import { type InterviewDetails, putMail } from '../../../platform/mail/outbox.js';
import { type SpeakingSite, textsOf } from '../../../platform/texts/site-texts.js';
import type { StoredApplication } from '../application-rows.js';
import { delayedUntil, type ApplicantMail } from '../delayed-mails.js';
import { findEmployerRecipient, MAY_GET_MAILS } from '../recipients/employer-recipients.js';
import type { StoredInterview } from './interview-rows.js';

const MINUTE_MS = 60_000;

/** Facts of an interview that mails contain. */
export type InterviewFacts = Pick<StoredInterview, 'time_zone' | 'minutes' | 'place' | 'note'>;

/** Events that are announced to both sides, with a calendar entry. */
export type Announcement = 'interview-booked' | 'interview-changed' | 'interview-canceled';

interface Employer extends CalendarPerson {
  language: string;
}

/** Queues the mail that proposes times to the applicant; it is delayed and can be undone. */
export async function putProposal(
  trx: Kysely<Database>,
  row: StoredApplication,
  { facts, slots, replyTo }: { facts: InterviewFacts; slots: readonly Date[]; replyTo: string },
  now: Date,
): Promise<ApplicantMail> {
  const visibleAt = delayedUntil(now);
  const details = { ...detailsOf(row, facts, slots), replyTo, ...applicantPath(row) };
  const mail = { ...toApplicant(row), template: 'interview-proposed', details } as const;
  return { id: await putMail(trx, mail, now, visibleAt), visibleAt };
}

/**
 * Notifies both sides, with a calendar entry, that an interview is booked, changed or canceled. These mails are not delayed: people who
 * miss a change would come at the wrong time.
 *
 * @param event.reply reason for canceling
 * @param event.isLeaving whether the account of the applicant is about to be deleted: they are not notified, and the employer's mail has no
 *   link, because the application is deleted too
 */
export async function announce(
  trx: Kysely<Database>,
  template: Announcement,
  {
    row,
    interview,
    reply,
    isLeaving = false,
  }: { row: StoredApplication; interview: StoredInterview; reply?: string; isLeaving?: boolean },
  context: { site: SpeakingSite; now: Date },
): Promise<void> {
  const start = interview.starts_at;
  if (!start) return;
  const employer = await employerOf(trx, row, interview);
  const guest = { name: nameOf(row), email: row.email };
  const details = { ...detailsOf(row, interview, [start]), ...(reply ? { reply } : {}) };
  const host = employer ?? guest;
  const forApplicant = { ...toApplicant(row), details: { ...details, replyTo: host.email, ...applicantPath(row) } };
  const forEmployer = employer && toEmployer(row, employer, { ...details, replyTo: row.email }, isLeaving);
  const mails = [isLeaving ? undefined : forApplicant, forEmployer].filter((mail) => mail !== undefined);
  for (const mail of mails) {
    const mailId = await putMail(trx, { ...mail, template }, context.now);
    const method = template === 'interview-canceled' ? 'cancel' : 'request';
    const to = { mailId, language: mail.language };
    await attachEntry(trx, method, to, { row, interview, start, people: { host, guest } }, context);
  }
}

/** Attaches a calendar entry to a mail in the outbox. */
async function attachEntry(
  trx: Kysely<Database>,
  method: 'request' | 'cancel',
  { mailId, language }: { mailId: number; language: string },
  {
    row,
    interview,
    start,
    people,
  }: {
    row: StoredApplication;
    interview: StoredInterview;
    start: Date;
    people: { host: CalendarPerson; guest: CalendarPerson };
  },
  { site, now }: { site: SpeakingSite; now: Date },
): Promise<void> {
  const { t } = textsOf(site, language);
  const facts = { title: row.job_title, organization: row.organization_name, name: people.guest.name };
  const entry = calendarEntry(
    method,
    {
      uid: `${interview.id}@interviews.causeboard`,
      sequence: interview.sequence,
      start,
      minutes: interview.minutes,
      summary: t('mail.interview.summary', facts),
      description: interview.note,
      place: interview.place,
      ...people,
    },
    now,
  );
  await trx
    .insertInto('mail_attachment')
    .values({
      mail_id: mailId,
      position: 0,
      name: 'interview.ics',
      content_type: `text/calendar; charset=utf-8; method=${method.toUpperCase()}`,
      bytes: entry,
    })
    .execute();
}

/**
 * Adds to the mail about a decision that an interview ends with it. If the interview is booked, both calendars are updated too: the
 * applicant's by that mail, and the host's by a separate mail with the same delay.
 *
 * @param interview including the sequence number of the calendar message that cancels it
 * @returns the id of the mail to the host; null if there is none
 */
export async function putEnding(
  trx: Kysely<Database>,
  {
    row,
    interview,
    mailId,
    dueAt,
  }: { row: StoredApplication; interview: StoredInterview; mailId: number; dueAt: Date },
  context: { site: SpeakingSite; now: Date },
): Promise<number | null> {
  const start = interview.ended_from === 'booked' ? interview.starts_at : null;
  const { minutes, time_zone: zone } = interview;
  const ended = { ended: start ? 'booked' : 'proposed', ...(start && { start: start.toISOString(), minutes, zone }) };
  await sql`
    update mail set details = details || ${JSON.stringify({ ended: JSON.stringify(ended) })}::jsonb where id = ${mailId}
  `.execute(trx);
  if (!start) return null;
  const employer = await employerOf(trx, row, interview);
  const guest = { name: nameOf(row), email: row.email };
  const facts = { row, interview, start, people: { host: employer ?? guest, guest } };
  await attachEntry(trx, 'cancel', { mailId, language: row.language }, facts, context);
  if (!employer) return null;
  const details = { ...detailsOf(row, interview, [start]), replyTo: row.email };
  const mail = { ...toEmployer(row, employer, details), template: 'interview-canceled' } as const;
  const hostMailId = await putMail(trx, mail, context.now, dueAt);
  await attachEntry(trx, 'cancel', { mailId: hostMailId, language: employer.language }, facts, context);
  return hostMailId;
}

/** Tells the employer that none of the proposed times suits the applicant. */
export async function putOthersWanted(
  trx: Kysely<Database>,
  row: StoredApplication,
  { interview, reply }: { interview: StoredInterview; reply: string },
  now: Date,
): Promise<void> {
  const employer = await employerOf(trx, row, interview);
  if (!employer) return;
  const details = { ...detailsOf(row, interview, interview.slots), reply, replyTo: row.email };
  await putMail(trx, { ...toEmployer(row, employer, details), template: 'interview-others' }, now);
}

/** Tells the applicant that the proposed times were withdrawn. */
export async function putTakenBack(
  trx: Kysely<Database>,
  row: StoredApplication,
  { interview, reply }: { interview: StoredInterview; reply: string },
  now: Date,
): Promise<void> {
  const details = { ...detailsOf(row, interview, interview.slots), reply, ...applicantPath(row) };
  const employer = await employerOf(trx, row, interview);
  const mail = { ...toApplicant(row), details: { ...details, ...(employer ? { replyTo: employer.email } : {}) } };
  await putMail(trx, { ...mail, template: 'interview-taken-back' }, now);
}

/** @returns the text for the history, in the language of the applicant: each time on a line, and the place */
export function historyText(
  site: SpeakingSite,
  row: StoredApplication,
  { facts, slots }: { facts: InterviewFacts; slots: readonly Date[] },
): string {
  const { locale } = textsOf(site, row.language);
  const said = slots.map((start) => slotText(start, facts.minutes, { locale, timeZone: facts.time_zone }));
  return [...said, facts.place, ...(facts.note ? ['', facts.note] : [])].join('\n');
}

function detailsOf(row: StoredApplication, facts: InterviewFacts, slots: readonly Date[]): InterviewDetails {
  return {
    name: nameOf(row),
    title: row.job_title,
    organization: row.organization_name,
    slots: JSON.stringify(slots),
    minutes: String(facts.minutes),
    zone: facts.time_zone,
    place: facts.place,
    note: facts.note,
  };
}

function nameOf(row: StoredApplication): string {
  return `${row.first_name} ${row.last_name}`;
}

function toApplicant(row: StoredApplication): { site: string; language: string; recipient: string } {
  return { site: row.site, language: row.language, recipient: row.email };
}

/** Only applicants with an account can see their applications. */
function applicantPath(row: StoredApplication): { path?: string } {
  return row.account_id === null ? {} : { path: ownApplicationPath(row.id) };
}

/** @param isLeaving as for `announce` */
function toEmployer(row: StoredApplication, employer: Employer, details: InterviewDetails, isLeaving = false) {
  const path = isLeaving ? {} : { path: jobApplicationPath(String(row.job_id), row.id) };
  return { site: row.site, language: employer.language, recipient: employer.email, details: { ...details, ...path } };
}

/** @returns the host of the interview if they may still get mails about it, or else the first recipient of mails about applications */
async function employerOf(
  trx: Kysely<Database>,
  row: StoredApplication,
  { host_id: hostId, host_email: email, host_name: name, host_language: language }: StoredInterview,
): Promise<Employer | undefined> {
  if (hostId !== null && email !== null && (await mayBeTold(trx, hostId, row)))
    return { email, name: name ?? row.organization_name, language: language ?? row.language };
  const found = await findEmployerRecipient(trx, row.job_id, 'interview');
  const recipient = found?.recipients[0];
  return recipient && { ...recipient, name: row.organization_name };
}

/** Whether a host still works for the organization, and is not blocked. */
async function mayBeTold(
  trx: Kysely<Database>,
  hostId: string,
  { organization_id: organizationId }: StoredApplication,
): Promise<boolean> {
  const { rows } = await sql`
    select from organization_member m join account on account.id = m.account_id
    where m.account_id = ${hostId}::uuid and m.organization_id = ${organizationId} and ${MAY_GET_MAILS}
  `.execute(trx);
  return rows.length > 0;
}

/** Organizer or attendee of a calendar entry. */
interface CalendarPerson {
  name: string;
  email: string;
}

/** Appointment to be written as a calendar entry. */
interface Appointment {
  /** Same value in all messages about the appointment. */
  uid: string;
  /** Increases with each message. */
  sequence: number;
  start: Date;
  minutes: number;
  summary: string;
  description: string;
  place: string;
  host: CalendarPerson;
  guest: CalendarPerson;
}

/**
 * Writes an iTIP message for calendar programs (RFC 5545, RFC 5546). Times are in UTC, so that programs need no time zone definition.
 *
 * @param method `request` creates or updates the appointment; `cancel` cancels it
 * @param now creation time of the message
 */
function calendarEntry(method: 'request' | 'cancel', appointment: Appointment, now: Date): Buffer {
  const { uid, sequence, start, minutes, summary, description, place, host, guest } = appointment;
  const calendar = new ICalCalendar({
    prodId: { company: 'Causeboard', product: 'Interviews', language: 'EN' },
    method: method === 'request' ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL,
  });
  const event = calendar.createEvent({
    id: uid,
    sequence,
    stamp: now,
    start,
    end: new Date(start.getTime() + minutes * MINUTE_MS),
    summary,
    description,
    location: place,
    status: method === 'request' ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    organizer: host,
  });
  for (const { person, role } of [
    { person: host, role: ICalAttendeeRole.CHAIR },
    { person: guest, role: ICalAttendeeRole.REQ },
  ])
    event.createAttendee({ ...person, role, status: ICalAttendeeStatus.ACCEPTED, rsvp: false });
  return Buffer.from(calendar.toString());
}
