import {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';

const MINUTE_MS = 60_000;

/** Organizer or attendee of a calendar entry. */
export interface CalendarPerson {
  name: string;
  email: string;
}

/** Appointment to be written as a calendar entry. */
export interface Appointment {
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
export function calendarEntry(method: 'request' | 'cancel', appointment: Appointment, now: Date): Buffer {
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
