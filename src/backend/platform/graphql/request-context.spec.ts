import { refusalOf } from './allow.js';
import {
  activeMemberships,
  activeOrganizationOf,
  type Membership,
  mayActForOrganization,
  type Viewer,
  viewerOnSite,
} from './request-context.js';

const ORGANIZATION = 7;
const membership: Membership = { role: 'owner', name: 'Bees', site: 'default', ownerId: '1' };
const both: Viewer = {
  accountId: '1',
  sessionId: '2',
  email: 'both@people.test',
  roles: ['applicant', 'recruiter'],
  memberships: new Map([[ORGANIZATION, membership]]),
  consents: new Map(),
  masqueraderId: undefined,
  profile: {
    name: 'Both',
    firstName: null,
    lastName: null,
    emailVerified: null,
    approvedAt: null,
    activeOrganization: ORGANIZATION,
  },
};
const on = (roles: { applicant: boolean; recruiter: boolean } | undefined) => viewerOnSite(both, { roles });

describe('[SITE-04] a site without a role', () => {
  it('has no viewers with that role', () => {
    expect(refusalOf('applicant', on({ applicant: false, recruiter: true }))).toBe('forbidden');
    expect(refusalOf('recruiter', on({ applicant: false, recruiter: true }))).toBeUndefined();
    const applicants = on({ applicant: true, recruiter: false });
    expect([refusalOf('recruiter', applicants), refusalOf('employer', applicants)]).toEqual(['forbidden', 'forbidden']);
    expect(mayActForOrganization(applicants, ORGANIZATION)).toBe(false);
    expect(refusalOf('applicant', applicants)).toBeUndefined();
  });

  it('does not affect sites with all roles', () => {
    expect(on(undefined)).toBe(both);
    expect(on({ applicant: true, recruiter: true })).toBe(both);
  });

  it('still has its administrators', () => {
    const admin = viewerOnSite(
      { ...both, roles: ['administrator', 'recruiter'] },
      { roles: { applicant: false, recruiter: false } },
    );
    expect(refusalOf('employer', admin)).toBeUndefined();
    expect(admin.roles).toEqual(['administrator']);
  });
});

describe('[ROLE-02] members of an organization', () => {
  it.each([
    [['recruiter'], true],
    [['applicant', 'recruiter'], true],
    [['job_editor'], true],
    [['applicant'], false],
    [[], false],
  ] as const)('with the roles %j work for it: %s', (roles, works) => {
    const viewer = { ...both, roles };
    expect(activeMemberships(viewer).has(ORGANIZATION)).toBe(works);
    expect(mayActForOrganization(viewer, ORGANIZATION)).toBe(works);
    expect(activeOrganizationOf(viewer, 'default')).toBe(works ? ORGANIZATION : undefined);
  });
});
