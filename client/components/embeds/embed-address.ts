import { videoOf } from '#contract/pages/video-address.js';

/** A video of a service, or a map: what a frame would show, and where the same is to be seen without one. */
export interface Embed {
  service: string;
  frame: string;
  link: string;
}

/** Degrees to either side of a place. */
const MAP_HALF = 0.012;

/** @returns the address if it is one of the web; scripts and files are none */
export function webAddress(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** @returns undefined for what is no video of a service that we know: it can be linked to at most */
export function videoEmbed(source: string): Embed | undefined {
  const video = videoOf(source);
  if (!video) return undefined;
  const { service, id } = video;
  return service === 'YouTube'
    ? {
        service,
        frame: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
        link: `https://www.youtube.com/watch?v=${id}`,
      }
    : { service, frame: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`, link: `https://vimeo.com/${id}` };
}

export function mapEmbed({ lat, lon }: { lat: number; lon: number }): Embed {
  const box = [lon - MAP_HALF, lat - MAP_HALF / 2, lon + MAP_HALF, lat + MAP_HALF / 2];
  const query = new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(5)).join(),
    layer: 'mapnik',
    marker: `${lat},${lon}`,
  });
  return {
    service: 'OpenStreetMap',
    frame: `https://www.openstreetmap.org/export/embed.html?${query.toString()}`,
    link: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=15/${lat}/${lon}`,
  };
}
