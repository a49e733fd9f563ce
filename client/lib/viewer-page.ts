import type { RoleName } from '#contract/generated/operations.js';
import type { NamedOrganization, PageRequest, Viewer } from '#contract/pages/page-request.js';
import { LOGIN_PATH } from '#contract/pages/paths.js';
import { translator } from '#shared/text/translator.js';
import { errorPage, type Load, type PageData } from './page-data';

/** A request of a logged-in user. */
export interface ViewerRequest extends PageRequest {
  viewer: Viewer;
}

const FOUND = 302;
const FORBIDDEN = 403;
const UNAVAILABLE = 503;

/**
 * A page for logged-in users; others are redirected to the login page (AUTH-09). It is private and not indexed.
 * @param title the key of the page's title
 * @param role role required for the page
 */
export function viewerPage<Data extends object>(
  { title, role }: { title: string; role?: RoleName },
  load: (request: ViewerRequest) => Data | Promise<Data>,
): Load {
  return async (request): Promise<PageData> => {
    request.respond({ personal: true });
    const { viewer, isViewerUnknown } = request;
    if (isViewerUnknown) return errorPage(request, UNAVAILABLE, 'The backend does not say who is logged in.');
    if (!viewer) return toLogin(request, title);
    if (role && !hasRole(viewer, role)) return errorPage(request, FORBIDDEN, `Only for the role ${role}.`);
    const data = await load({ ...request, viewer });
    return { ...headOf(request, title), ...data };
  };
}

export function hasRole({ user }: Viewer, role: RoleName): boolean {
  return user.roles.some(({ targetId }) => targetId === role);
}

/** The organizations of the viewer. A backend may name only the active one. */
export function organizationsOf({ viewer: { user } }: ViewerRequest): readonly NamedOrganization[] {
  const { organizations, activeOrganization } = user;
  return organizations.length > 0 || !activeOrganization ? organizations : [activeOrganization];
}

/**
 * The organization that the address of a page names, or else the active one.
 *
 * @returns null if the viewer has no active organization; undefined if the viewer does not belong to the named one
 */
export function namedOrganization(request: ViewerRequest): NamedOrganization | null | undefined {
  const named = request.query.get('organization');
  return named === null
    ? request.viewer.user.activeOrganization
    : organizationsOf(request).find(({ id }) => id === named);
}

/** Redirects to the login page, which returns here. */
function toLogin(request: PageRequest, title: string): PageData {
  const { href, path, query } = request;
  const text = query.toString();
  const destination = href(path) + (text && `?${text}`);
  const wanted = `destination=${encodeURIComponent(destination).replaceAll('%2F', '/')}`;
  request.respond({
    status: FOUND,
    headers: { location: href(`${LOGIN_PATH}?${wanted}&error=SessionRequired`) },
  });
  return { ...headOf(request, title), failure: { status: FOUND, reference: request.requestId } };
}

function headOf({ locale, messages }: PageRequest, title: string): PageData {
  return { head: { title: translator(locale, messages)(title), robots: 'noindex' } };
}
