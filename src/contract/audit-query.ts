import { addDays, startOfDay } from '#shared/time-zones/zoned-days.js';
import { AUDIT_GROUPS, AUDIT_OBJECTS } from './audit.js';
import type { AuditFilter } from './generated/operations.js';

/** Filters of the audit log, as encoded in its URL; an empty string does not filter. */
export interface AuditQuery {
  /** Who performed the action: the address or the id of an account. */
  user: string;
  /** One of AUDIT_GROUPS. */
  action: string;
  /** Type of the affected object: one of AUDIT_OBJECTS. */
  kind: string;
  /** The affected object: an id, or an account's email address. */
  record: string;
  /** The first and the last day, such as `2026-11-21`, in the zone of the site. */
  from: string;
  to: string;
}

const MAX_LENGTH = 254;

/** @returns the valid filters of a URL; invalid values are ignored */
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

/** @param timeZone time zone in which days begin and end @returns the filter of the contract */
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

/** Only dates of this century or the last one; others are typing errors. */
function isDay(text: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
