import { zoneAt } from './time-zones.js';

describe('the time zone of a place', () => {
  it.each([
    ['Vancouver', 49.2827, -123.1207, 'America/Vancouver'],
    ["St. John's", 47.56, -52.71, 'America/St_Johns'],
    ['Regina', 50.45, -104.6, 'America/Regina'],
    ['Toronto', 43.7, -79.4, 'America/Toronto'],
    ['Belfast', 54.6, -5.93, 'Europe/London'],
    ['Vienna', 48.2, 16.37, 'Europe/Vienna'],
  ])('of %s is the local one', (_name, lat, lon, zone) => {
    expect(zoneAt({ lat, lon })).toBe(zone);
  });

  it('is unknown without a position, at sea, and off the globe', () => {
    for (const position of [undefined, {}, { lat: 49 }, { lat: null, lon: null }, { lat: 40, lon: -40 }])
      expect(zoneAt(position)).toBeUndefined();
    for (const position of [
      { lat: 91, lon: 0 },
      { lat: 0, lon: 181 },
      { lat: NaN, lon: 0 },
    ])
      expect(zoneAt(position)).toBeUndefined();
  });
});
