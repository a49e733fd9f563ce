import { randomUUID } from 'node:crypto';
import * as cheerio from 'cheerio';
import { SignJWT } from 'jose';
import { AssertionSigner } from '../../../src/modules/auth/social/provider-identity.js';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { errorOf, pageAfter, press, SOCIAL_SECRET, socialWorld, target } from '../../support/worlds/social-world.js';
import { Visitor } from '../../support/visitors/visitor.js';

const APPLICANT = 'applicant@demo.causeboard.test';
const world = socialWorld();

describe('an address that has an account already', () => {
  it('[AUTH-08] [AUTH-09] is not taken over; the link in the mail connects the service to it, once', async () => {
    const { sub } = world.person({ email: APPLICANT });
    const visitor = new Visitor(world.origin);
    const back = await world.logIn(visitor, 'google', sub);
    expect(errorOf(back)).toBe('OAuthAccountNotLinked');
    expect(await visitor.session()).toEqual({});
    const told = await pageAfter(visitor, target(back));
    expect(told).toContain('We’ve sent it a link');

    const mail = await world.smtp.mailTo(APPLICANT);
    expect(mail.subject).toContain('Google');
    const link = new URL(mail.links.find((address) => address.includes('/user/link-identity?token='))!);
    const path = link.pathname + link.search;
    expect(target(await press(visitor, path))).toBe('/dashboard?dispatch=login');
    expect(await visitor.session()).toMatchObject({ user: { email: APPLICANT } });
    const again = await press(new Visitor(world.origin), path);
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('This link no longer works')]);

    const later = new Visitor(world.origin);
    expect(target(await world.logIn(later, 'google', sub))).toBe(`${world.origin}/dashboard`);
    expect(await later.session()).toMatchObject({ user: { email: APPLICANT }, isNewUserViaSocial: false });
  });

  it('[AUTH-08] opening the link does not use it up, because mail scanners do so', async () => {
    const email = 'recruiter@demo.causeboard.test';
    const { sub } = world.person({ email });
    await world.logIn(new Visitor(world.origin), 'google', sub);
    const { links } = await world.smtp.mailTo(email);
    const { pathname, search } = new URL(links.find((address) => address.includes('link-identity'))!);
    const visitor = new Visitor(world.origin);
    for (let times = 0; times < 2; times++) expect((await visitor.fetch(pathname + search)).status).toBe(200);
    expect(await visitor.session()).toEqual({});
    expect(target(await press(visitor, pathname + search))).toBe('/dashboard?dispatch=login');
  });

  it('[AUTH-08] its owner logs in with the password and connects the service, which then cannot be connected to another account', async () => {
    const owner = new Visitor(world.origin);
    await owner.logIn('editor@demo.causeboard.test', DEMO_PASSWORD);
    const { sub } = world.person({ email: undefined });
    const back = await world.logIn(owner, 'linkedin', sub, { link: 'on', callbackUrl: '/account/settings' });
    expect(target(back)).toBe(`${world.origin}/account/settings`);
    const linked = await owner.json<{ data: { identities: object[] } }>('/graphql', world.query('Identities'));
    expect(linked.data.identities).toMatchObject([{ provider: 'linkedin', removable: true }]);

    const stranger = new Visitor(world.origin);
    await stranger.logIn('siteadmin@demo.causeboard.test', DEMO_PASSWORD);
    expect(errorOf(await world.logIn(stranger, 'linkedin', sub, { link: 'on' }))).toBe('OAuthIdentityTaken');
    const anybody = new Visitor(world.origin);
    await world.logIn(anybody, 'linkedin', sub);
    expect(await anybody.session()).toMatchObject({ user: { email: 'editor@demo.causeboard.test' } });

    const $ = cheerio.load(await (await owner.fetch('/user/settings')).text());
    const form = $('#unlink-identity form[data-form="unlink-identity"]');
    expect(form.text()).toBe('Disconnect LinkedIn');
    const fields = Object.fromEntries(form.serializeArray().map(({ name, value }) => [name, value]));
    const path = form.attr('action')!.split('#')[0]!;
    const sent = await owner.fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
    expect([sent.status, target(sent)]).toEqual([303, '/user/settings?notice=identity-unlinked#main']);
    expect(errorOf(await world.logIn(new Visitor(world.origin), 'linkedin', sub))).toBe('OAuthEmailUnverified');
  });

  it('[AUTH-08] [AUTH-09] says that it was not connected if the user refuses at the service, and leads back', async () => {
    const visitor = new Visitor(world.origin);
    await visitor.logIn('editor@demo.causeboard.test', DEMO_PASSWORD);
    const url = await world.begin(visitor, 'google', { link: 'on', callbackUrl: '/user/settings' });
    let response = await visitor.fetch(await world.provider.logIn(url, undefined));
    while (target(response)) response = await visitor.fetch(target(response));
    const $ = cheerio.load(await response.text());
    expect($('main [role="alert"]').text()).toContain('The other site didn’t give us permission');
    expect($('main a[href="/user/settings"]').text()).toBe('Continue');
  });

  it('[AUTH-08] is not connected if the session has changed meanwhile', async () => {
    const visitor = new Visitor(world.origin);
    await visitor.logIn('editor@demo.causeboard.test', DEMO_PASSWORD);
    const url = await world.begin(visitor, 'google', { link: 'on' });
    await visitor.logIn('siteadmin@demo.causeboard.test', DEMO_PASSWORD);
    expect(errorOf(await visitor.fetch(await world.provider.logIn(url, world.person().sub)))).toBe('OAuthCallback');
    expect(
      new URL(await world.begin(new Visitor(world.origin), 'google', { link: 'on' })).searchParams.get('error'),
    ).toBe('OAuthSignin');
  });

  it('[AUTH-08] the last way of logging in cannot be removed', async () => {
    const visitor = new Visitor(world.origin);
    await world.logIn(visitor, 'google', world.person().sub);
    const answer = await visitor.json<{ data: { unlinkIdentity: { errors: { message: string }[] } } }>(
      '/graphql',
      world.query('UnlinkIdentity', { provider: 'google' }),
    );
    expect(answer.data.unlinkIdentity.errors[0]!.message).toContain('set a password first');
  });
});

describe('assertions of the web tier', () => {
  const signer = new AssertionSigner({ AUTH_SECRET: [SOCIAL_SECRET] });
  const identity = () =>
    ({ provider: 'google', emailVerified: true, email: world.person().email, subject: `own-${randomUUID()}` }) as const;
  const refusal = async (assertion: string): Promise<unknown> => {
    const visitor = new Visitor(world.origin);
    const { data } = await visitor.json<{ data: { loginWithIdentity: { jwt: unknown; refusal: unknown } } }>(
      '/graphql',
      world.query('LoginWithIdentity', { assertion }),
    );
    return data.loginWithIdentity.jwt ? null : data.loginWithIdentity.refusal;
  };

  it('[AUTH-08] are accepted once', async () => {
    const assertion = await signer.sign(identity(), 'login', 'applicant');
    expect(await refusal(assertion)).toBeNull();
    expect(await refusal(assertion)).toBe('assertion');
  });

  it('[AUTH-08] are refused if they are for another purpose, changed, unsigned, old or signed with another secret', async () => {
    expect(await refusal(await signer.sign(identity(), 'link'))).toBe('assertion');
    const right = await signer.sign(identity(), 'login', 'applicant');
    const [header, payload, signature] = right.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Record<string, unknown>;
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await refusal(`${header}.${encode({ ...claims, email: APPLICANT })}.${signature}`)).toBe('assertion');
    expect(await refusal(`${encode({ alg: 'none' })}.${payload}.`)).toBe('assertion');
    const foreign = new AssertionSigner({ AUTH_SECRET: ['another-secret-0123456789-0123456789'] });
    expect(await refusal(await foreign.sign(identity(), 'login'))).toBe('assertion');
    // The secret itself is not the signing key.
    const raw = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SOCIAL_SECRET));
    expect(await refusal(raw)).toBe('assertion');
    expect(await refusal(right)).toBeNull();
  });
});
