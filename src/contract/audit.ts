/**
 * All actions in the audit log, as in `AuditEvent.action`. The page of the log has a text for each in every language (`admin.audit.action`,
 * with a hyphen in place of the full stop), which `audit.spec.ts` checks.
 */
export const AUDIT_ACTIONS = [
  ...(['account.registered', 'account.verified', 'account.identity-linked', 'account.identity-unlinked'] as const),
  ...(['account.password-changed', 'account.email-changed', 'account.deleted', 'account.roles'] as const),
  ...(['account.verification-sent', 'account.reset-sent'] as const),
  ...(['account.blocked', 'account.unblocked', 'masquerade.begin', 'masquerade.end', 'queue.retried'] as const),
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
  ...(['contact.requested', 'contact.approved', 'contact.refused', 'contact.revoked', 'contact.blocked'] as const),
  ...(['recruiter.approved', 'recruiter.refused', 'recruiter.asked'] as const),
  ...(['subscription.canceled', 'subscription.resumed'] as const),
  ...([
    'application.downloaded',
    'resume.opened',
    'consent.revised',
    'consent.withdrawn',
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
] as const;
export type AuditDetailName = (typeof AUDIT_DETAILS)[number];

/** @returns the message key of an action */
export function auditActionKey(action: string): string {
  return `admin.audit.action.${action.replace('.', '-')}`;
}
