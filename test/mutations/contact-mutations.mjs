const CONTACTS = 'src/backend/domain/contact-requests';
const CONTACT_TEST = `${CONTACTS}/contact-requests.spec.ts`;
const ABUSE_TEST = `${CONTACTS}/contact-abuse.spec.ts`;
const APPROVAL_TEST = 'src/backend/domain/administration/recruiters/recruiter-approval.spec.ts';

/** The approval of recruiters, and contact requests. */
export const CONTACT_MUTATIONS = [
  {
    row: 'AUTH-19',
    clause: 'verification does not approve a recruiter where a person does',
    file: 'src/backend/platform/graphql/request-context.ts',
    from: '(approvedAt !== null || !recruiterApproval)',
    to: 'true',
    test: APPROVAL_TEST,
  },
  {
    row: 'AUTH-19',
    clause: 'of two administrators the second is told',
    file: 'src/backend/domain/administration/recruiters/recruiter.resolvers.ts',
    from: 'account.approved_at || (decided?.version ?? 0) !== version',
    to: 'account.approved_at === undefined',
    test: APPROVAL_TEST,
  },
  {
    row: 'REC-09',
    clause: 'a refused request gives back what it holds',
    file: `${CONTACTS}/contact-states.ts`,
    from: "['pending', 'refuse', 'refused', 'released']",
    to: "['pending', 'refuse', 'refused', 'unchanged']",
    test: CONTACT_TEST,
  },
  {
    row: 'REC-09',
    clause: 'a slot is taken before a credit',
    file: 'src/backend/domain/entitlements/contact-entitlement.ts',
    from: 'const subscriptionId = await takeSlot(trx, organizationId);',
    to: 'const subscriptionId = undefined as number | undefined;',
    test: CONTACT_TEST,
  },
  {
    row: 'REC-09',
    clause: 'a form that is sent twice is one request',
    file: `${CONTACTS}/request-contact.ts`,
    from: 'if (key === null) return false;',
    to: 'if (key !== undefined) return false;',
    test: ABUSE_TEST,
  },
  {
    row: 'APP-09',
    clause: 'nobody answers the request of somebody else',
    file: `${CONTACTS}/request-contact.ts`,
    from: 'contact?.applicant_id !== place.accountId',
    to: 'contact === undefined',
    test: ABUSE_TEST,
  },
  {
    row: 'APP-09',
    clause: 'a request whose time is over cannot be approved',
    file: `${CONTACTS}/end-contact.ts`,
    from: "contact.state === 'pending' && contact.is_over",
    to: 'false as boolean',
    test: ABUSE_TEST,
  },
  {
    row: 'ROLE-05',
    clause: 'the private fields are gone when a contact is revoked',
    file: 'src/backend/domain/resumes/resume-access.ts',
    from: "and c.state = 'approved' and",
    to: "and c.state <> 'pending' and",
    test: CONTACT_TEST,
  },
];
