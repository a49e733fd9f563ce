import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GeocoderKind } from '#contract/backend/backend.js';
import type { FoundPlace, Places } from '../places.port.js';
import { RemotePlaces } from './remote-places.js';

const OURS: FoundPlace = {
  id: 1,
  kind: 'city',
  name: 'Toronto',
  label: 'Toronto, Ontario, Canada',
  country: 'CA',
  area: 'ON',
  lat: 43.7,
  lon: -79.4,
};
const gazetteer: Places = {
  resolve: () => Promise.resolve([OURS]),
  suggest: () => Promise.resolve([OURS]),
  namesOfArea: () => Promise.resolve(['ontario', 'on']),
  nearest: () => Promise.resolve(OURS),
};

const photonFeature = (name: string, countrycode: string, rest: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-79.38, 43.65] },
  properties: { osm_id: 7, type: 'city', name, country: 'Canada', state: 'Ontario', countrycode, ...rest },
});

let server: Server;
let url: string;
let asked: URL[];
let answer: (send: (status: number, body: string) => void) => void;
const warnings: string[] = [];
const logger = {
  info: () => undefined,
  error: () => undefined,
  warn: (_details: unknown, message: string) => void warnings.push(message),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://geocoder.test'));
    answer((status, body) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
beforeEach(() => {
  asked = [];
  warnings.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const places = (kind: GeocoderKind = 'photon') => new RemotePlaces({ kind, url }, gazetteer, logger);
const answers = (body: unknown) => {
  answer = (send) => send(200, JSON.stringify(body));
};

describe('a geocoder with the format of Photon', () => {
  it('[SEARCH-05] returns places with labels, countries and coordinates', async () => {
    answers({ features: [photonFeature('Toronto', 'CA')] });
    expect(await places().suggest('Toron', {}, 5)).toEqual([
      {
        id: 7,
        kind: 'city',
        name: 'Toronto',
        label: 'Toronto, Ontario, Canada',
        country: 'CA',
        area: 'Ontario',
        lat: 43.65,
        lon: -79.38,
      },
    ]);
    expect(asked[0]!.searchParams.get('q')).toBe('Toron');
  });

  it('[SEARCH-05] stays within the countries of the site, and prefers its own', async () => {
    const london = photonFeature('London', 'GB', { state: 'England', country: 'United Kingdom' });
    answers({ features: [london, photonFeature('London', 'CA')] });
    const countries = async (preference: object) =>
      (await places().suggest('London', preference, 5)).map(({ country }) => country);
    expect(await countries({ within: ['CA'] })).toEqual(['CA']);
    expect(await countries({ prefer: ['CA'] })).toEqual(['CA', 'GB']);
    expect(await countries({})).toEqual(['GB', 'CA']);
  });

  it('distinguishes areas, countries and postal codes from towns', async () => {
    answers({
      features: [
        photonFeature('Ontario', 'CA', { type: 'state' }),
        photonFeature('Canada', 'CA', { type: 'country' }),
        photonFeature('M5G 2C2', 'CA', { osm_value: 'postcode', postcode: 'M5G 2C2', city: 'Toronto' }),
      ],
    });
    const found = await places().resolve('x', {}, 5);
    expect(found.map(({ kind, name, label }) => [kind, name, label])).toEqual([
      ['area', 'Ontario', 'Ontario, Canada'],
      ['country', 'Canada', 'Canada'],
      ['postal-code', 'M5G 2C2 (Toronto)', 'M5G 2C2, Toronto, Ontario, Canada'],
    ]);
  });

  it('receives the language of the page', async () => {
    answers({ features: [photonFeature('Toronto', 'CA')] });
    await places().suggest('Toronto', { language: 'de' }, 5);
    expect(asked[0]!.searchParams.get('lang')).toBe('de');
  });

  it('receives one request for concurrent lookups of the same text', async () => {
    answers({ features: [photonFeature('Toronto', 'CA')] });
    const remote = places();
    await Promise.all([remote.suggest('Toronto', {}, 5), remote.suggest('Toronto', {}, 5)]);
    await remote.suggest('Toronto', {}, 5);
    expect(asked).toHaveLength(1);
  });
});

it('[SEARCH-05] a geocoder with the format of Nominatim is supported as well', async () => {
  const address = { city: 'Toronto', state: 'Ontario', country: 'Canada', country_code: 'ca' };
  answers([{ place_id: 9, lat: '43.65', lon: '-79.38', addresstype: 'city', name: 'Toronto', address }]);
  expect(await places('nominatim').resolve('Toronto', { within: ['CA'] }, 1)).toEqual([
    {
      id: 9,
      kind: 'city',
      name: 'Toronto',
      label: 'Toronto, Ontario, Canada',
      country: 'CA',
      area: 'Ontario',
      lat: 43.65,
      lon: -79.38,
    },
  ]);
  expect(asked[0]!.searchParams.get('countrycodes')).toBe('ca');
});

describe('a geocoder that fails', () => {
  const endless = JSON.stringify({ features: 'x'.repeat(600_000) });
  it.each<[string, typeof answer]>([
    ['fails', (send) => send(500, 'no')],
    ['sends a page', (send) => send(200, '<html>')],
    ['sends something else', (send) => send(200, '{"results":[]}')],
    ['sends too much', (send) => send(200, endless)],
    ['never answers', () => undefined],
  ])('is replaced by the gazetteer if it %s', async (_name, how) => {
    answer = how;
    const remote = places();
    expect(await remote.suggest('Toronto', {}, 5)).toEqual([OURS]);
    expect(warnings).toHaveLength(1);
    // The geocoder is not queried again during the pause.
    expect(await remote.resolve('Hamilton', {}, 5)).toEqual([OURS]);
    expect(asked).toHaveLength(1);
  });

  it('ignores places with invalid coordinates or without a country', async () => {
    const far = { ...photonFeature('Far', 'CA'), geometry: { coordinates: [200, 100] } };
    answers({ features: [far, photonFeature('Nowhere', '')] });
    expect(await places().suggest('Far', {}, 5)).toEqual([OURS]);
  });
});
