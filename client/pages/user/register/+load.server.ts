import type { PageRequest } from '#contract/pages/page-request.js';
import { accountPage, type AccountPageData } from '../../../features/account/account-page';
import { type RegisteredRole, rolesOf } from '../../../features/account/roles';
import { type ConsentTextResult, loadConsentText } from '../../../lib/user/load-consents.server';
import { NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';

export interface RegistrationPageData extends AccountPageData {
  /** undefined until it is chosen. */
  role?: RegisteredRole;
  consent: ConsentTextResult;
}

export async function load(request: PageRequest): Promise<RegistrationPageData | PageData> {
  const roles = rolesOf(request.site.features);
  const wanted = request.path.split('/')[3];
  const role = wanted === undefined && roles.length === 1 ? roles[0] : roles.find((known) => known === wanted);
  if (roles.length === 0 || (wanted !== undefined && !role)) return absentPage(request, NO_SUCH_PAGE);
  // There is no consent before its purpose is clear.
  const consent: ConsentTextResult = role ? await loadConsentText(request) : { kind: 'none' };
  return { ...accountPage(request, `account.register.title.${role ?? 'any'}`), role, consent };
}
