import { OrganizationTeamDocument, type OrganizationTeamQuery } from '#contract/generated/operations.js';
import { ORGANIZATION_MEMBERS_PATH, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { lookUp } from '../../../../lib/lookup';
import { absentPage, type PageData } from '../../../../lib/page-data';
import { type PageForm, partForm } from '../../../../lib/page-form';
import { loadUser } from '../../../../lib/user/load-user.server';
import { viewerPage } from '../../../../lib/viewer-page';

const FORMS = ['invite', 'cancel', 'role', 'remove'] as const;
const NOTICES = ['invited', 'canceled', 'role', 'removed'] as const;
const FOUND = 302;

export interface TeamData extends PageData {
  team: NonNullable<OrganizationTeamQuery['organizationTeam']>;
  forms: Record<(typeof FORMS)[number], PageForm>;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'organization-team.title' }, async (request) => {
  const { viewer, query, href } = request;
  const organizationId = query.get('organization');
  if (!organizationId) {
    const own = viewer.user.activeOrganization?.id;
    const location = own ? `${ORGANIZATION_MEMBERS_PATH}?organization=${own}` : OWN_ORGANIZATION_PATH;
    request.respond({ status: FOUND, headers: { location: href(location) } });
    return { failure: { status: FOUND, reference: request.requestId } };
  }
  const [answer, currentUser] = await Promise.all([
    request.graphql(OrganizationTeamDocument, { organizationId }),
    loadUser(request, ['organizations']),
  ]);
  const team = lookUp(answer, (data) => data.organizationTeam);
  if (team.kind !== 'found') return absentPage(request, team);
  const notice = request.form ? undefined : NOTICES.find((known) => known === query.get('notice'));
  const forms = Object.fromEntries(FORMS.map((name) => [name, partForm(request, name)]));
  return { currentUser, team: team.value, forms, ...(notice ? { notice } : {}) };
});
