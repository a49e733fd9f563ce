import * as cheerio from 'cheerio';
import { AUTH_ERROR_KINDS, type AuthErrorKind } from '#contract/accounts/auth-errors.js';
import { folded, PRODUCTS } from '../../support/data/site.js';
import { Visitor } from '../../support/visitors/visitor.js';

/** Text for each kind of error, on the login page or on a separate page. */
const TEXTS: Readonly<Record<AuthErrorKind, string>> = {
  Signin: 'Something went wrong while we were logging you in.',
  OAuthSignin: 'We couldn’t reach the site you wanted to log in with.',
  OAuthCallback: 'The other site didn’t give us permission to log you in.',
  OAuthCreateAccount: 'The other site confirmed who you are, but we couldn’t create an account from it.',
  EmailCreateAccount: 'We couldn’t create an account for this email address.',
  Callback: 'Something went wrong on your way back to us.',
  OAuthAccountNotLinked:
    'There’s already an account with this email address. We’ve sent it a link that connects the two.',
  OAuthEmailUnverified: 'The other service hasn’t confirmed that this email address is yours',
  OAuthIdentityTaken: 'You already use this service to log in to another account',
  EmailSignin: 'We couldn’t send an email to this address.',
  CredentialsSignin: 'We couldn’t log you in with them.',
  SessionRequired: 'The page you wanted to see is for people who are logged in.',
  Configuration: 'Something isn’t set up correctly on our side.',
  AccessDenied: 'Your account can’t be used here, or it’s blocked.',
  Verification: 'It has already been used, or it has expired.',
  MissingAPIRoute: 'A part of the site that it needs is missing.',
  MissingSecret: 'We can’t log you in securely right now.',
  MissingAuthorize: 'The login option you chose isn’t fully set up.',
  MissingAdapter: 'The site can’t store what this login option needs.',
  MissingAdapterMethods: 'The site can store only part of what this login option needs.',
  UnsupportedStrategy: 'The login option you chose doesn’t work with the way this site handles logins.',
  InvalidCallbackUrl: 'The page you were going to after logging in isn’t on this site.',
  Default: 'Something went wrong while we were logging you in.',
};

describe.each(PRODUCTS)('errors of logging in, %s', (_name, url) => {
  /** Follows redirects as a browser does. */
  async function open(path: string): Promise<{ page: cheerio.CheerioAPI; path: string }> {
    const visitor = new Visitor(url);
    let address = new URL(path, url);
    for (let step = 0; step < 4; step++) {
      const response = await visitor.fetch(address);
      const location = response.headers.get('location');
      if (location === null) return { page: cheerio.load(await response.text()), path: address.pathname };
      address = new URL(location, address);
    }
    throw new Error(`${path} leads in a circle`);
  }

  it('[AUTH-09] there are 23 kinds of errors', () => {
    expect(AUTH_ERROR_KINDS).toHaveLength(23);
  });

  it.each(AUTH_ERROR_KINDS)('[AUTH-09] %s explains the error and what to do', async (kind) => {
    const { page, path } = await open(`/api/auth/error?error=${kind}`);
    const main = page('main');
    expect(folded(main.text())).toContain(TEXTS[kind]);
    expect(main.text()).not.toContain(kind === 'Verification' || kind === 'Default' ? 'account.error' : kind);
    // The page offers a way to continue: the login form itself, or a link to it.
    const wayOn = path === '/user/login' ? main.find('form[data-form="login"]') : main.find('a[href^="/user/login"]');
    expect(wayOn).toHaveLength(1);
    if (path === '/user/login') expect(folded(main.find('[role="alert"]').text())).toContain(TEXTS[kind]);
  });
});
