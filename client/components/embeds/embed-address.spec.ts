import { mapEmbed, videoEmbed, webAddress } from './embed-address';

const PLAYERS = { youtube: 'https://www.youtube-nocookie.com', vimeo: 'https://player.vimeo.com' };
const MAPS = 'https://www.openstreetmap.org/export/embed.html';
const CENTRE = { lat: 45.42, lon: -75.7 };

describe('[SEARCH-17] videos of a profile', () => {
  it.each([
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=9', 'aqz-KE-bpKQ'],
    ['https://youtu.be/aqz-KE-bpKQ?si=x', 'aqz-KE-bpKQ'],
    ['https://www.youtube.com/embed/aqz-KE-bpKQ', 'aqz-KE-bpKQ'],
    ['https://m.youtube.com/shorts/aqz-KE-bpKQ', 'aqz-KE-bpKQ'],
    ['https://vimeo.com/1084537', '1084537'],
    ['https://player.vimeo.com/video/1084537', '1084537'],
  ])('%s is shown in a frame of the service', (source, id) => {
    const { frame, consent } = videoEmbed(source, PLAYERS)!;
    expect(frame).toContain(`/${id}?`);
    expect(PLAYERS[consent as 'youtube' | 'vimeo']).toBe(new URL(frame!).origin);
  });

  it.each([
    'javascript:alert(1)//www.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://youtube.com.evil.test/watch?v=aqz-KE-bpKQ',
    'https://evil.test/https://youtu.be/aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ"onload=',
    'https://www.youtube.com/watch',
    'https://youtu.be/../../x',
    'https://vimeo.com/about',
    'nothing',
    '',
  ])('%s is not embedded', (source) => {
    expect(videoEmbed(source, PLAYERS)).toBeUndefined();
  });

  it('[CONSENT-02] are linked if the site does not use the service', () => {
    const none = { youtube: null, vimeo: null };
    for (const source of ['https://youtu.be/aqz-KE-bpKQ', 'https://vimeo.com/1084537'])
      expect(videoEmbed(source, none)).toEqual({
        service: expect.any(String) as string,
        consent: expect.any(String) as string,
        frame: undefined,
        link: expect.stringMatching(/^https:/) as string,
      });
  });

  it('links are limited to http(s) addresses', () => {
    expect(webAddress('https://example.org/a')).toBe('https://example.org/a');
    for (const text of ['javascript:alert(1)', 'data:text/html,x', '/path', 'example.org', null])
      expect(webAddress(text)).toBeUndefined();
  });
});

describe('[SEARCH-17] maps of a profile', () => {
  it('show the place in the middle', () => {
    const { frame, link } = mapEmbed({ lat: 43.65, lon: -79.38 }, CENTRE, MAPS);
    expect(frame).toMatch(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?/);
    expect(new URL(frame!).searchParams.get('bbox')).toBe('-79.39200,43.64400,-79.36800,43.65600');
    expect(new URL(frame!).searchParams.get('marker')).toBe('43.65,-79.38');
    expect(link).toContain('mlat=43.65');
  });

  it('[SITE-10] open at the centre of the site, without a marker, if the place is unknown', () => {
    for (const place of [{}, { lat: null, lon: null }, { lat: 1, lon: null }]) {
      const { frame, link } = mapEmbed(place, CENTRE, MAPS);
      expect(new URL(frame!).searchParams.get('bbox')).toBe('-78.70000,43.92000,-72.70000,46.92000');
      expect(new URL(frame!).searchParams.has('marker')).toBe(false);
      expect(link).toBe('https://www.openstreetmap.org/#map=8/45.42/-75.7');
    }
  });
});
