import type { ConsentService } from '#contract/consent/consent-services.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { videoOf } from '#contract/pages/video-address.js';

/** In degrees. */
interface Point {
  lat: number;
  lon: number;
}

/** A video of a service, or a map: the content of a frame, and a link to the same content without a frame. */
export interface Embed {
  service: string;
  /** The service to which a visitor consents who does not want to be asked again. */
  consent: ConsentService;
  /** Undefined if the site only links to the service. */
  frame?: string;
  link: string;
}

/** Distance in degrees from a place, or from the centre of a site's map, to the edges of the map. */
const MAP_HALF = 0.012;
const WHOLE_HALF = 3;

/** @returns the address if it is an http(s) address; other schemes, such as scripts and files, are rejected */
export function webAddress(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/**
 * @param players the players that the site embeds
 * @returns undefined if it is not a video of a known service: then it can only be linked to
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
 * A map that opens at a place and marks it.
 *
 * @param place the place to show; if it is unknown, the map opens at the centre, without a marker
 * @param centre the centre of the site's maps
 * @param page the page that shows maps in frames; null if the site only links to them
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

/** Latitude and longitude are either both set or both missing. */
function pointOf({ lat, lon }: { lat?: number | null; lon?: number | null }): Point | undefined {
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : undefined;
}
