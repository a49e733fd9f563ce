import { addDays, startOfDay } from '#shared/time-zones/zoned-days.js';
import { AUDIT_GROUPS, AUDIT_OBJECTS } from './audit.js';
import type { AuditFilter } from './generated/operations.js';

/** What the address of the audit log narrows it to, by the parameter; an empty text narrows nothing. */
export interface AuditQuery {
  /** Who did it: the address or the id of an account. */
  user: string;
  /** One of AUDIT_GROUPS. */
  action: string;
  /** What it was done to: one of AUDIT_OBJECTS … */
  kind: string;
  /** … and which of them: an id, of an account its address as well. */
  record: string;
  /** The first and the last day, such as `2026-11-21`, in the zone of the site. */
  from: string;
  to: string;
}

const MAX_LENGTH = 254;

/** @returns what can be understood of an address; the rest narrows nothing */
export function readAuditQuery(query: URLSearchParams): AuditQuery {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, MAX_LENGTH);
  const known = (name: string, all: readonly string[]) => all.find((each) => each === text(name)) ?? '';
  const day = (name: string) => (isDay(text(name)) ? text(name) : '');
  return {
    user: text('user'),
    action: known('action', AUDIT_GROUPS),
    kind: known('kind', AUDIT_OBJECTS),
    record: text('record'),
    from: day('from'),
    to: day('to'),
  };
}

/** @param timeZone in which days begin and end @returns the filter of the contract */
export function auditFilter({ user, action, kind, record, from, to }: AuditQuery, timeZone: string): AuditFilter {
  const object = AUDIT_OBJECTS.find((each) => each === kind);
  return {
    actor: user || null,
    group: action || null,
    object: object && record ? { kind: object, id: record } : null,
    from: from ? startOfDay(from, timeZone).toISOString() : null,
    until: to ? startOfDay(addDays(to, 1), timeZone).toISOString() : null,
  };
}

/** Of this century or the last one: others are slips of the finger. */
function isDay(text: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
