/** Where pages may take frames from, and only once somebody has said so (see `client/components/embeds`). */
export const EMBED_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.openstreetmap.org',
] as const;
