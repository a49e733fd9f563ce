import { readPlace, type TypedPlace, type WrittenPlace } from './typed-place.js';

describe('typed places', () => {
  it.each<[string, Partial<TypedPlace>]>([
    ['US, CA, San Jose', { country: 'US', area: 'CA', locality: 'San Jose' }],
    ['US, , ', { country: 'US' }],
    ['US', { country: 'US' }],
    ['US, NY, ', { country: 'US', area: 'NY' }],
    ['MY, 14, Kuala lumpur', { country: 'MY', locality: 'Kuala lumpur' }],
    ['US, CA, Bakersfield, CA', { country: 'US', area: 'CA', locality: 'Bakersfield' }],
    ['US, TX, 77619', { country: 'US', area: 'TX', zip: '77619' }],
    ['CA, ON, Toronto', { country: 'CA', area: 'ON', locality: 'Toronto' }],
    ['Toronto', { locality: 'Toronto' }],
    ['Toronto, ON', { country: 'CA', area: 'ON', locality: 'Toronto' }],
    ['Toronto, ON m4y1t5', { country: 'CA', area: 'ON', locality: 'Toronto', zip: 'M4Y 1T5' }],
    ['Oakville, ON L6M', { country: 'CA', area: 'ON', locality: 'Oakville', zip: 'L6M' }],
    ['-, ON', { country: 'CA', area: 'ON' }],
    ['Austin, TX 78701', { country: 'US', area: 'TX', locality: 'Austin', zip: '78701' }],
    ['Berlin, Germany', { country: 'DE', locality: 'Berlin' }],
    ['Köln, Deutschland', { country: 'DE', locality: 'Köln' }],
    ['Lyon, Auvergne-Rhône-Alpes, France', { country: 'FR', area: 'Auvergne-Rhône-Alpes', locality: 'Lyon' }],
    ['Canada', { country: 'CA' }],
    ['', {}],
    ['Remote', { isRemote: true }],
    ['Remote (Canada)', { isRemote: true, country: 'CA' }],
  ])('%s', (text, place) => {
    const { isRemote, ...parts } = readPlace({ text });
    const known = Object.fromEntries(
      Object.entries(parts as Record<string, unknown>).filter(([, part]) => part !== undefined),
    );
    const { isRemote: remote = false, ...expected } = place;
    expect([known, isRemote]).toEqual([expected, remote]);
  });

  it.each<[WrittenPlace, Partial<TypedPlace>]>([
    [
      { locality: 'Montréal', area: 'QC', country: 'CA', zip: 'H2X' },
      { locality: 'Montréal', area: 'QC', country: 'CA', zip: 'H2X' },
    ],
    [
      { locality: 'Leeds', country: 'United Kingdom' },
      { locality: 'Leeds', country: 'GB' },
    ],
    [
      { locality: 'Bonn', country: 'XX', lat: 0, lon: 0 },
      { locality: 'Bonn', isRemote: false },
    ],
    [
      { locality: 'Bonn', lat: 50.7, lon: 7.1 },
      { lat: 50.7, lon: 7.1 },
    ],
  ])('%j', (typed, place) => {
    expect(readPlace(typed)).toMatchObject(place);
  });
});
