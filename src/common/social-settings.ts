import { SOCIAL_PROVIDERS, type SocialProvider } from '#contract/accounts/social-providers.js';
import type { Settings } from '../settings.js';

/** Endpoints and credentials of a login provider. */
export interface SocialSettings {
  provider: SocialProvider;
  clientId: string;
  /** Must never appear in logs or pages. */
  clientSecret: string;
  authorizationUrl: string;
  tokenUrl: string;
  userinfoUrl: string;
  /** Whether its email addresses count as verified although the provider does not state it. */
  trustsEmail: boolean;
}

export type SocialEnvironment = Pick<
  Settings,
  Extract<keyof Settings, `${'GOOGLE' | 'LINKEDIN' | 'FACEBOOK'}_${string}`>
>;

/** @returns the providers that have both client id and secret */
export function readSocialSettings(settings: SocialEnvironment): SocialSettings[] {
  return (Object.keys(SOCIAL_PROVIDERS) as SocialProvider[]).flatMap((provider) => {
    const name = provider.toUpperCase() as Uppercase<SocialProvider>;
    const clientId = settings[`${name}_CLIENT_ID`];
    const clientSecret = settings[`${name}_CLIENT_SECRET`];
    if (!clientId || !clientSecret) return [];
    return {
      provider,
      clientId,
      clientSecret,
      authorizationUrl: settings[`${name}_AUTHORIZATION_URL`],
      tokenUrl: settings[`${name}_TOKEN_URL`],
      userinfoUrl: settings[`${name}_USERINFO_URL`],
      trustsEmail: provider === 'facebook' && settings.FACEBOOK_EMAIL_VERIFIED,
    };
  });
}
