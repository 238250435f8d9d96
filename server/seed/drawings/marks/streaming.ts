import { around, circle, ellipse, polygon, rect, shape, times } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** A film reel setting behind a moor. */
export const reelmoor: Mark = (t) =>
  circle(0, 0, 45, t.main) +
  around(5, () => circle(0, -26, 9, t.ground)) +
  circle(0, 0, 5, t.ground) +
  shape('M-43.2 12.5C-24-6-8 6 4 14S30 22 43.2 12.5A45 45 0 0 1-43.2 12.5Z', t.second)

/** A house with the young moon in it. */
export const duskhouse: Mark = (t) =>
  polygon([-40, 44, -40, -8, 0, -46, 40, -8, 40, 44], t.main) + circle(0, 14, 20, t.second) + circle(8, 9, 16, t.main)

/** Three crocus petals in a row. */
export const saffronRow: Mark = (t) => {
  const petal = (fill: string) => shape('M0 34C-17 18-19-8 0-44 19-8 17 18 0 34Z', fill)
  return (
    `<g transform="translate(-8 0) rotate(-30 0 34)">${petal(t.main)}</g>` +
    `<g transform="translate(8 0) rotate(30 0 34)">${petal(t.main)}</g>` +
    petal(t.second) +
    rect(-40, 37, 80, 8, t.main)
  )
}

/** A kite of four cloths, its tail tied in bows. */
export const kitefield: Mark = (t) =>
  polygon([0, -47, 30, -14, 0, -14], t.second) +
  polygon([0, -47, -30, -14, 0, -14], t.main) +
  polygon([0, 26, 30, -14, 0, -14], t.main) +
  polygon([0, 26, -30, -14, 0, -14], t.second) +
  polygon([-9, 29, 9, 37, 9, 29, -9, 37], t.main) +
  polygon([-9, 39, 9, 47, 9, 39, -9, 47], t.second)

/** A globe with one meridian lit. */
export const longmeridian: Mark = (t) =>
  circle(0, 0, 45, t.main) +
  shape('M0-45A45 45 0 0 1 0 45A24 45 0 0 0 0-45Z', t.second) +
  ellipse(0, 0, 26, 45, t.ground) +
  ellipse(0, 0, 20, 45, t.main) +
  rect(-45, -3, 90, 6, t.ground)

/** Three stumps, two bails and the ball on its way. */
export const stumpline: Mark = (t) =>
  times(3, (index) => rect(-40 + index * 23, -20, 14, 66, t.main)) +
  rect(-40, -33, 27, 8, t.main, 4) +
  rect(-7, -33, 27, 8, t.main, 4) +
  circle(32, -32, 15, t.second)
