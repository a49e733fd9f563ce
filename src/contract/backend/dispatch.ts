/** Events that the URL of the next page reports once, for analytics (ROUTE-15). */
export type DispatchedEvent = 'signup_start' | 'login' | 'sign_up';

export const DISPATCH_PARAMETER = 'dispatch';

/** @param address a path of the site or an absolute URL; its other parts are kept */
export function withDispatch(address: string, event: DispatchedEvent): string {
  const hashAt = address.indexOf('#');
  const [place, hash] = hashAt < 0 ? [address, ''] : [address.slice(0, hashAt), address.slice(hashAt)];
  return `${place}${place.includes('?') ? '&' : '?'}${DISPATCH_PARAMETER}=${event}${hash}`;
}
