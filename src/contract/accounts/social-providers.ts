/** Services that people can log in with, and what these are called everywhere. */
export const SOCIAL_PROVIDERS = { google: 'Google', linkedin: 'LinkedIn', facebook: 'Facebook' } as const;

export type SocialProvider = keyof typeof SOCIAL_PROVIDERS;

export function isSocialProvider(id: string): id is SocialProvider {
  return Object.hasOwn(SOCIAL_PROVIDERS, id);
}

/** What a site decides about logging in with other services. */
export type SocialSignInRules = Readonly<Record<SocialProvider, boolean>> & {
  /** Of the buttons. */
  order: SocialProvider[];
  /** Whether the buttons show the services' logos in their own colours. */
  colouredIcons: boolean;
};

/** Of a site that says nothing about it: people log in with email and password alone. */
export const DEFAULT_SOCIAL_SIGN_IN: SocialSignInRules = {
  google: false,
  linkedin: false,
  facebook: false,
  order: ['google', 'linkedin', 'facebook'],
  colouredIcons: true,
};
