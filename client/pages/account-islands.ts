import type { IslandLoaders } from '../lib/islands/island-behaviour';

/** The React components that only pages of people who are logged in have: nobody else's browser loads their names. */
export const accountIslands: IslandLoaders = {
  entitlements: async () => (await import('../features/dashboard/entitlements')).Entitlements,
  'description-assistant': async () =>
    (await import('../features/job-editing/assistant/description-assistant')).DescriptionAssistant,
};
