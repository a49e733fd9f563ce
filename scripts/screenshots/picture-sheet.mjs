import sharp from 'sharp';

const GAP = 12;
const BACKGROUND = '#d8d8d8';

/**
 * Arranges pictures on one sheet, row by row.
 *
 * @param {Buffer[][]} rows
 * @param {{ height?: number, width?: number }} size of each picture on the sheet; one of the two is enough and keeps its proportions
 * @returns {Promise<import('sharp').Sharp>}
 */
export async function pictureSheet(rows, size) {
  const pictures = [];
  let [width, top] = [0, GAP];
  for (const row of rows) {
    let [left, height] = [GAP, 0];
    for (const picture of row) {
      const { data, info } = await sharp(picture).resize(size).toBuffer({ resolveWithObject: true });
      pictures.push({ input: data, left, top });
      left += info.width + GAP;
      height = Math.max(height, info.height);
    }
    width = Math.max(width, left);
    top += height + GAP;
  }
  return sharp({ create: { width, height: top, channels: 3, background: BACKGROUND } }).composite(pictures);
}
