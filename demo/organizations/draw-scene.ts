import type { Random } from '../random.js';

/** A landscape of hills under a sky, in one hue, as SVG. @param size in pixels */
export function drawScene(hue: number, random: Random, size: { width: number; height: number }): string {
  const { width, height } = size;
  const sun = random.integer(Math.round(width * 0.15), Math.round(width * 0.85));
  const hills = [0.55, 0.68, 0.82].map((level, index) => {
    const y = Math.round(height * level);
    const swing = Math.round(height * 0.12);
    const [first, second, third] = [0, 1, 2].map(() => y + random.integer(-swing, swing));
    const path = `M0 ${first}C${width * 0.25} ${second! - swing} ${width * 0.4} ${third! + swing} ${width * 0.55} ${y}S${width * 0.85} ${first! - swing} ${width} ${second}V${height}H0z`;
    return `<path d="${path}" fill="hsl(${(hue + index * 12) % 360} ${38 + index * 6}% ${62 - index * 15}%)"/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    'preserveAspectRatio="xMidYMid slice">' +
    `<rect width="${width}" height="${height}" fill="hsl(${hue} 55% 90%)"/>` +
    `<circle cx="${sun}" cy="${Math.round(height * 0.3)}" r="${Math.round(height * 0.13)}" fill="hsl(${(hue + 40) % 360} 85% 76%)"/>` +
    `${hills.join('')}</svg>`
  );
}

/** A portrait of a person, from the shoulders up, as SVG. */
export function drawPortrait(hue: number): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">' +
    `<rect width="96" height="96" rx="18" fill="hsl(${hue} 45% 86%)"/>` +
    `<g fill="hsl(${(hue + 180) % 360} 30% 34%)"><circle cx="48" cy="38" r="17"/><path d="M14 96a34 34 0 0 1 68 0z"/></g></svg>`
  );
}
