/** A video of a service that pages can embed. */
export interface VideoAddress {
  service: 'YouTube' | 'Vimeo';
  id: string;
}

const YOUTUBE_HOSTS = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];
const VIMEO_HOSTS = ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'];

/** @returns undefined if it is not a video of a known service */
export function videoOf(source: string): VideoAddress | undefined {
  if (!URL.canParse(source)) return undefined;
  const url = new URL(source);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const youtube = youtubeId(url);
  if (youtube) return { service: 'YouTube', id: youtube };
  const vimeo = VIMEO_HOSTS.includes(url.hostname)
    ? /^\/(?:video\/)?(\d{1,12})(?:\/|$)/.exec(url.pathname)?.[1]
    : undefined;
  return vimeo === undefined ? undefined : { service: 'Vimeo', id: vimeo };
}

function youtubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  const id =
    hostname === 'youtu.be'
      ? pathname.slice(1)
      : YOUTUBE_HOSTS.includes(hostname)
        ? (searchParams.get('v') ?? /^\/(?:embed|shorts|live)\/([^/]+)$/.exec(pathname)?.[1])
        : undefined;
  return id && /^[\w-]{11}$/.test(id) ? id : undefined;
}
