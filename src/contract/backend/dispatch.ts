/** What the address of the next page says that has just happened, once, for whoever measures the site (ROUTE-15). */
export type DispatchedEvent = 'signup_start' | 'login' | 'sign_up';

export const DISPATCH_PARAMETER = 'dispatch';

/** @param address a path of the site or an absolute address; what else it says stays */
export function withDispatch(address: string, event: DispatchedEvent): string {
  const hashAt = address.indexOf('#');
  const [place, hash] = hashAt < 0 ? [address, ''] : [address.slice(0, hashAt), address.slice(hashAt)];
  return `${place}${place.includes('?') ? '&' : '?'}${DISPATCH_PARAMETER}=${event}${hash}`;
}
