import {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';

const MINUTE_MS = 60_000;

/** A person in an entry of a calendar. */
export interface CalendarPerson {
  name: string;
  email: string;
}

/** An appointment as calendars are told of it. */
export interface Appointment {
  /** The same in all messages about it. */
  uid: string;
  /** Higher in each later message. */
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
 * Writes a message about an appointment for calendar programs (RFC 5545, RFC 5546). Times are in UTC, so that no program has to know a zone.
 *
 * @param method `request`: it takes place, or has changed; `cancel`: it does not
 * @param now when the message is made
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
