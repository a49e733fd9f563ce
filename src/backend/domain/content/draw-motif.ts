/** Subject of an article's picture. */
export type Motif =
  'letter' | 'people' | 'steps' | 'coins' | 'calendar' | 'talk' | 'sprout' | 'desk' | 'compass' | 'bridge';

interface Colours {
  soft: string;
  light: string;
  strong: string;
  deep: string;
  warm: string;
}

/** Draws a flat picture of 1000 by 500 pixels in one hue and a second, warm colour, as an SVG of about a kilobyte. */
export function drawMotif(motif: Motif, hue: number): string {
  const colours: Colours = {
    soft: `hsl(${hue} 42% 90%)`,
    light: `hsl(${hue} 40% 78%)`,
    strong: `hsl(${hue} 42% 46%)`,
    deep: `hsl(${hue} 48% 26%)`,
    // Amber, unless the hue itself is amber.
    warm: hue > 15 && hue < 75 ? 'hsl(190 42% 48%)' : 'hsl(38 82% 62%)',
  };
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 500" width="1000" height="500" preserveAspectRatio="xMidYMid slice">' +
    `<rect width="1000" height="500" fill="${colours.soft}"/>` +
    `<circle cx="790" cy="120" r="250" fill="${colours.light}" opacity=".45"/>` +
    `${DRAWN[motif](colours)}</svg>`
  );
}

const DRAWN: Readonly<Record<Motif, (colours: Colours) => string>> = {
  letter: ({ strong, deep, warm }) =>
    `<g transform="rotate(-6 430 270)"><rect x="310" y="70" width="290" height="380" rx="14" fill="#fff"/>` +
    lines(350, 190, [210, 170, 200, 120], strong) +
    `<circle cx="378" cy="130" r="30" fill="${warm}"/><rect x="430" y="112" width="130" height="14" rx="7" fill="${deep}"/></g>` +
    `<g transform="rotate(9 640 290)"><rect x="540" y="120" width="250" height="330" rx="14" fill="${deep}"/>` +
    `${lines(575, 180, [160, 180, 120, 150, 90], '#fff')}</g>`,
  people: ({ light, strong, deep, warm }) =>
    person(270, 330, 1, strong) +
    person(430, 300, 1.25, deep) +
    person(610, 310, 1.15, warm) +
    person(770, 335, 0.95, light),
  steps: ({ light, strong, deep, warm }) =>
    [0, 1, 2, 3]
      .map((step) => {
        const height = 90 + step * 85;
        const fill = [light, light, strong, deep][step]!;
        return `<rect x="${190 + step * 150}" y="${500 - height}" width="150" height="${height}" fill="${fill}"/>`;
      })
      .join('') + `<circle cx="715" cy="95" r="42" fill="${warm}"/>`,
  coins: ({ strong, deep, warm }) =>
    stack(300, 3, deep) +
    stack(450, 5, warm) +
    stack(600, 8, strong) +
    `<circle cx="790" cy="370" r="62" fill="${warm}"/>` +
    `<circle cx="790" cy="370" r="40" fill="none" stroke="#fff" stroke-width="8"/>`,
  calendar: ({ light, strong, deep, warm }) =>
    `<rect x="280" y="80" width="440" height="350" rx="22" fill="#fff"/><path d="M280 160V102a22 22 0 0 1 22-22h396a22 22 0 0 1 22 22v58z" fill="${deep}"/>` +
    Array.from({ length: 12 }, (_, day) => {
      const fill = day === 6 ? warm : day < 6 ? strong : light;
      return `<rect x="${320 + (day % 4) * 95}" y="${190 + Math.floor(day / 4) * 75}" width="70" height="50" rx="10" fill="${fill}"/>`;
    }).join(''),
  talk: ({ strong, deep, warm }) =>
    `<path d="M230 110h330a34 34 0 0 1 34 34v130a34 34 0 0 1-34 34H340l-70 66v-66h-40a34 34 0 0 1-34-34V144a34 34 0 0 1 34-34z" fill="${deep}"/>` +
    lines(250, 165, [250, 290, 180], '#fff') +
    `<path d="M470 250h300a34 34 0 0 1 34 34v100a34 34 0 0 1-34 34h-40v52l-60-52H470a34 34 0 0 1-34-34V284a34 34 0 0 1 34-34z" fill="${warm}"/>` +
    lines(490, 300, [240, 170], strong),
  sprout: ({ strong, deep, warm }) =>
    `<path d="M500 420V190" stroke="${deep}" stroke-width="16" stroke-linecap="round"/>` +
    `<path d="M500 260c-120 0-170-60-180-150 110 0 180 50 180 150zM500 220c0-110 70-160 190-160 0 110-70 160-190 160z" fill="${strong}"/>` +
    `<path d="M340 410h320l-40 90H380z" fill="${warm}"/>`,
  desk: ({ light, strong, deep, warm }) =>
    `<rect x="150" y="380" width="700" height="22" rx="11" fill="${deep}"/><path d="M210 402v98M790 402v98" stroke="${deep}" stroke-width="18"/>` +
    `<rect x="330" y="170" width="300" height="190" rx="16" fill="${deep}"/><rect x="350" y="190" width="260" height="150" rx="6" fill="#fff"/>` +
    `<circle cx="425" cy="265" r="34" fill="${warm}"/><circle cx="535" cy="265" r="34" fill="${strong}"/><path d="M290 380l40-20h300l40 20z" fill="${light}"/>` +
    `<rect x="700" y="320" width="50" height="60" rx="8" fill="${warm}"/>`,
  compass: ({ light, strong, deep, warm }) =>
    `<circle cx="500" cy="250" r="190" fill="#fff"/><circle cx="500" cy="250" r="160" fill="none" stroke="${light}" stroke-width="10"/>` +
    `<path d="M500 250l-34 34 124-174z" fill="${warm}"/><path d="M500 250l34-34-124 174z" fill="${strong}"/><circle cx="500" cy="250" r="16" fill="${deep}"/>`,
  bridge: ({ light, strong, deep, warm }) =>
    `<circle cx="300" cy="130" r="56" fill="${warm}"/><path d="M0 420h1000v80H0z" fill="${light}"/>` +
    `<path d="M120 400C260 170 740 170 880 400" fill="none" stroke="${deep}" stroke-width="18"/>` +
    `<path d="M60 390h880" stroke="${strong}" stroke-width="22"/>` +
    `<path d="M250 390V300M375 390V245M500 390V228M625 390V245M750 390V300" stroke="${deep}" stroke-width="8"/>`,
};

function lines(x: number, y: number, widths: readonly number[], fill: string): string {
  return widths
    .map(
      (width, index) =>
        `<rect x="${x}" y="${y + index * 42}" width="${width}" height="14" rx="7" fill="${fill}" opacity=".75"/>`,
    )
    .join('');
}

function person(x: number, y: number, size: number, fill: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size})" fill="${fill}"><circle cy="-95" r="52"/><path d="M-95 200V60a95 95 0 0 1 190 0v140z"/></g>`;
}

function stack(x: number, count: number, fill: string): string {
  return Array.from(
    { length: count },
    (_, coin) => `<rect x="${x}" y="${410 - coin * 38}" width="120" height="30" rx="15" fill="${fill}"/>`,
  ).join('');
}
