import { authAddress } from '../../../lib/session/auth-address';

/**
 * Goes on to a service, as next-auth's client does: by way of the list of providers. Without that list nobody can log in by another
 * service, and the error page says so; a service that is not in it any more leads to the login page (AUTH-09).
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

/** @returns undefined when the list cannot be had */
async function readProviders(): Promise<object | undefined> {
  try {
    const response = await fetch(authAddress('/providers'), { headers: { accept: 'application/json' } });
    const providers: unknown = response.ok ? await response.json() : undefined;
    return typeof providers === 'object' && providers !== null ? providers : undefined;
  } catch {
    return undefined;
  }
}
