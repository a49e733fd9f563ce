import { authAddress } from '../../../lib/session/auth-address';

/**
 * Redirects to a service, as next-auth's client does, after checking the list of providers. If that list is
 * unavailable, social login is impossible, and the error page says so; a service that is no longer in the list leads to
 * the login page (AUTH-09).
 */
export async function beginSocialLogin(form: HTMLFormElement): Promise<void> {
  const providers = await readProviders();
  if (!providers) {
    location.assign(authAddress('/error'));
    return;
  }
  const provider = /\/signin\/([^/]+)$/.exec(new URL(form.action).pathname)?.[1] ?? '';
  if (Object.hasOwn(providers, provider)) {
    form.submit();
    return;
  }
  const wanted = new FormData(form).get('callbackUrl');
  const callbackUrl = typeof wanted === 'string' ? wanted : location.href;
  location.assign(`${authAddress('/signin')}?${new URLSearchParams({ callbackUrl }).toString()}`);
}

/** @returns undefined if the list is unavailable */
async function readProviders(): Promise<object | undefined> {
  try {
    const response = await fetch(authAddress('/providers'), { headers: { accept: 'application/json' } });
    const providers: unknown = response.ok ? await response.json() : undefined;
    return typeof providers === 'object' && providers !== null ? providers : undefined;
  } catch {
    return undefined;
  }
}
