import { addDays, startOfDay } from '#shared/time-zones/zoned-days.js';
import type { AuditFilter } from './generated/operations.js';

const MAX_LENGTH = 254;

/**
 * All actions in the audit log, as in `AuditEvent.action`. The page of the log has a text for each in every language (`admin.audit.action`,
 * with a hyphen in place of the full stop), which `audit.spec.ts` checks.
 */
export const AUDIT_ACTIONS = [
  ...(['account.registered', 'account.verified', 'account.identity-linked', 'account.identity-unlinked'] as const),
  ...(['account.password-changed', 'account.email-changed', 'account.deleted', 'account.roles'] as const),
  ...(['account.name-changed', 'account.verification-sent', 'account.reset-sent'] as const),
  ...(['account.blocked', 'account.unblocked', 'masquerade.begin', 'masquerade.end', 'masquerade.changed'] as const),
  'queue.retried',
  ...(['organization.created', 'organization.published', 'organization.closed'] as const),
  ...(['organization.suspended', 'organization.restored'] as const),
  ...(['organization.verified', 'organization.unverified', 'organization.trusted', 'organization.distrusted'] as const),
  ...(['organization.merged', 'organization.absorbed'] as const),
  ...(['organization.approved', 'organization.sent-back'] as const),
  ...(['organization.owner', 'organization.invited', 'organization.joined', 'organization.role'] as const),
  'organization.left',
  ...(['job.submit', 'job.publish', 'job.schedule', 'job.update', 'job.approve', 'job.send-back'] as const),
  ...([
    'job.withdraw',
    'job.archive',
    'job.renew',
    'job.place',
    'job.unpublish',
    'review-reason.saved',
    'review-reason.deleted',
  ] as const),
  ...(['application.opened', 'application.moved', 'application.answered', 'application.closed'] as const),
  ...(['application.undone', 'application.bulk-undone'] as const),
  ...(['order.paid', 'order.canceled', 'order.refunded'] as const),
  ...(['product.created', 'product.changed', 'product.retired', 'product.restored'] as const),
  ...([
    'contact.requested',
    'contact.opened',
    'contact.approved',
    'contact.refused',
    'contact.revoked',
    'contact.blocked',
  ] as const),
  ...(['recruiter.approved', 'recruiter.refused', 'recruiter.asked'] as const),
  ...(['subscription.canceled', 'subscription.resumed'] as const),
  ...([
    'application.downloaded',
    'resume.opened',
    'consent.revised',
    'consent.withdrawn',
    'content.imported',
    'retention.deleted',
  ] as const),
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** First parts of the actions, which name their subject. */
export const AUDIT_GROUPS: readonly string[] = [...new Set(AUDIT_ACTIONS.map((action) => action.split('.')[0]!))];

/** Types of affected objects by which events can be filtered. */
export const AUDIT_OBJECTS = ['account', 'organization', 'job', 'application', 'resume', 'order'] as const;

/** Names of additional data of an event, as in `AuditDetail.name`; their texts are under `admin.audit.detail`. */
export const AUDIT_DETAILS = [
  ...(['before', 'after', 'reason', 'by', 'provider', 'organization', 'other', 'role', 'kind', 'count'] as const),
  ...(['job', 'application', 'resume', 'file', 'state', 'revision', 'order', 'title', 'section'] as const),
  ...(['masquerader', 'operation', 'record', 'product'] as const),
] as const;
export type AuditDetailName = (typeof AUDIT_DETAILS)[number];

/** @returns the message key of an action */
export function auditActionKey(action: string): string {
  return `admin.audit.action.${action.replace('.', '-')}`;
}

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
