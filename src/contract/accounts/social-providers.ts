/** Services that people can log in with, and what these are called everywhere. */
export const SOCIAL_PROVIDERS = { google: 'Google', linkedin: 'LinkedIn', facebook: 'Facebook' } as const;

export type SocialProvider = keyof typeof SOCIAL_PROVIDERS;

export function isSocialProvider(id: string): id is SocialProvider {
  return Object.hasOwn(SOCIAL_PROVIDERS, id);
}
