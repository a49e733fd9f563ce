import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { type Profile, Strategy as GoogleStrategy } from 'passport-google-oauth20';
import OAuth2Strategy, { type StateStore, type VerifyCallback } from 'passport-oauth2';
import type { SocialSettings } from '../../../common/service-settings.js';
import { type ProviderProfile, readProfile } from './provider-identity.js';

type Agent = HttpAgent | HttpsAgent;

interface StrategyParts {
  settings: SocialSettings;
  store: StateStore;
  /** The redirect URI registered with the provider. */
  callbackURL: string;
  /** Destroying the agent aborts unanswered requests to the provider. */
  agent: Agent;
}

/** Options without Passport's sessions, because this module has its own state store. `state` is required for PKCE. */
function optionsOf({ settings, store, callbackURL }: StrategyParts, scope: string[], pkce: boolean) {
  const { clientId: clientID, clientSecret, authorizationUrl: authorizationURL, tokenUrl: tokenURL } = settings;
  // `S256`, which the type declarations do not know.
  const challenge = (pkce ? 'S256' : false) as unknown as boolean;
  return {
    clientID,
    clientSecret,
    authorizationURL,
    tokenURL,
    callbackURL,
    scope,
    store,
    state: true,
    pkce: challenge,
  };
}

/** Google. */
class Google extends GoogleStrategy {
  constructor(parts: StrategyParts) {
    const options = {
      ...optionsOf(parts, ['openid', 'email', 'profile'], true),
      userProfileURL: parts.settings.userinfoUrl,
    };
    super(options, (_access, _refresh, profile: Profile, done) => report(parts.settings, profile._json, done));
    prepare(this._oauth2, parts.agent);
  }
}

/** Passport passes null, or an error without a status if the provider is unreachable, contrary to its types. */
type Refusal = { statusCode?: number } | null;

/** A provider that returns the user's profile as JSON from one URL. */
class Plain extends OAuth2Strategy {
  constructor(
    private readonly parts: StrategyParts,
    { scope, pkce }: { scope: string[]; pkce: boolean },
    private readonly extra: object = {},
  ) {
    super(optionsOf(parts, scope, pkce), (_access: string, _refresh: string, given: unknown, done: VerifyCallback) =>
      report(parts.settings, given, done),
    );
    prepare(this._oauth2, parts.agent);
  }

  override userProfile(accessToken: string, done: (error?: unknown, given?: unknown) => void): void {
    this._oauth2.get(this.parts.settings.userinfoUrl, accessToken, (error: Refusal, body) => {
      if (error) {
        done(new Error(`No profile (HTTP ${error.statusCode ?? 'none'})`));
        return;
      }
      try {
        done(null, JSON.parse(String(body)));
      } catch {
        done(new Error('The profile is not JSON'));
      }
    });
  }

  override authorizationParams({ prompt }: { prompt?: string }): object {
    return { ...(prompt ? { prompt } : {}), ...this.extra };
  }
}

/** Sends tokens in a header rather than in the URL, because URLs are logged in transit. */
function prepare(oauth2: Plain['_oauth2'], agent: Agent): void {
  oauth2.useAuthorizationHeaderforGET(true);
  oauth2.setAgent(agent);
}

function report({ provider, trustsEmail }: SocialSettings, given: unknown, done: VerifyCallback): void {
  let profile: ProviderProfile;
  try {
    profile = readProfile(provider, given, trustsEmail);
  } catch {
    done(new Error('The profile has no user id'));
    return;
  }
  done(null, profile);
}

/** @returns the strategy for one sign-in; its user is a `ProviderProfile` */
export function makeStrategy(parts: StrategyParts): GoogleStrategy | OAuth2Strategy {
  switch (parts.settings.provider) {
    case 'google':
      return new Google(parts);
    case 'linkedin':
      // LinkedIn rejects a code verifier from clients with a secret (`invalid_client`).
      return new Plain(parts, { scope: ['openid', 'profile', 'email'], pkce: false });
    case 'facebook':
      // Facebook's own parameter for forcing a login prompt.
      return new Plain(parts, { scope: ['public_profile', 'email'], pkce: true }, { auth_type: 'reauthenticate' });
  }
}

/** @param url URL of the provider; in development and tests it may be without TLS */
export function makeAgent(url: string): Agent {
  return url.startsWith('https:') ? new HttpsAgent() : new HttpAgent();
}
