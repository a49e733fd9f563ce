import type { ConsentService } from '#contract/consent/consent-services.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { videoOf } from '#contract/pages/video-address.js';

/** In degrees. */
interface Point {
  lat: number;
  lon: number;
}

/** A video of a service, or a map: what a frame would show, and where the same is to be seen without one. */
export interface Embed {
  service: string;
  /** What a visitor agrees to who wants to see it without being asked again. */
  consent: ConsentService;
  /** Missing where the site only links to the service. */
  frame?: string;
  link: string;
}

/** Degrees to either side of a place, and of the middle of a site's map. */
const MAP_HALF = 0.012;
const WHOLE_HALF = 3;

/** @returns the address if it is one of the web; scripts and files are none */
export function webAddress(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/**
 * @param players of the site
 * @returns undefined for what is no video of a service that we know: it can be linked to at most
 */
export function videoEmbed(
  source: string,
  players: Pick<PublicSite['embeds'], 'youtube' | 'vimeo'>,
): Embed | undefined {
  const video = videoOf(source);
  if (!video) return undefined;
  const { service, id } = video;
  if (service === 'YouTube')
    return {
      service,
      consent: 'youtube',
      frame: players.youtube ? `${players.youtube}/embed/${id}?autoplay=1&rel=0` : undefined,
      link: `https://www.youtube.com/watch?v=${id}`,
    };
  return {
    service,
    consent: 'vimeo',
    frame: players.vimeo ? `${players.vimeo}/video/${id}?autoplay=1&dnt=1` : undefined,
    link: `https://vimeo.com/${id}`,
  };
}

/**
 * A map that begins at a place and marks it.
 *
 * @param place that is to be seen; where it is not known, the map begins at the centre, without a mark
 * @param centre of the site's maps
 * @param page that shows maps in frames; null: the site only links to them
 */
export function mapEmbed(
  place: { lat?: number | null; lon?: number | null },
  centre: Point,
  page: string | null,
): Embed {
  const known = pointOf(place);
  const { lat, lon } = known ?? centre;
  const half = known ? MAP_HALF : WHOLE_HALF;
  const box = [lon - half, lat - half / 2, lon + half, lat + half / 2];
  const query = new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(5)).join(),
    layer: 'mapnik',
    ...(known && { marker: `${lat},${lon}` }),
  });
  const at = known ? `?mlat=${lat}&mlon=${lon}#map=15` : '#map=8';
  return {
    service: 'OpenStreetMap',
    consent: 'maps',
    frame: page ? `${page}?${query.toString()}` : undefined,
    link: `https://www.openstreetmap.org/${at}/${lat}/${lon}`,
  };
}

/** Both degrees or none. */
function pointOf({ lat, lon }: { lat?: number | null; lon?: number | null }): Point | undefined {
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : undefined;
}
