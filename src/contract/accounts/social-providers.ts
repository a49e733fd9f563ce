/** Login providers with their display names. */
export const SOCIAL_PROVIDERS = { google: 'Google', linkedin: 'LinkedIn', facebook: 'Facebook' } as const;

export type SocialProvider = keyof typeof SOCIAL_PROVIDERS;

export function isSocialProvider(id: string): id is SocialProvider {
  return Object.hasOwn(SOCIAL_PROVIDERS, id);
}

/** Settings of a site for login providers. */
export type SocialSignInRules = Readonly<Record<SocialProvider, boolean>> & {
  /** Order of the buttons. */
  order: SocialProvider[];
  /** Whether the buttons show the services' logos in their own colours. */
  colouredIcons: boolean;
};

/** Default of sites without such settings: login with email and password only. */
export const DEFAULT_SOCIAL_SIGN_IN: SocialSignInRules = {
  google: false,
  linkedin: false,
  facebook: false,
  order: ['google', 'linkedin', 'facebook'],
  colouredIcons: true,
};
