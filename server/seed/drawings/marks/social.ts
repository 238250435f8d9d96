import { arch, around, circle, halfDisc, leaf, polygon, rect, ring } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** One call from the corner of a yard, and its echoes. */
export const echoyard: Mark = (t) =>
  polygon([0, -48, 48, 0, 0, 48, -48, 0], t.main) +
  polygon([0, -36, 36, 0, 0, 36, -36, 0], t.ground) +
  polygon([0, -28, 28, 0, 0, 28, -28, 0], t.second) +
  polygon([0, -17, 17, 0, 0, 17, -17, 0], t.ground) +
  polygon([0, -9, 9, 0, 0, 9, -9, 0], t.main)

/** A berry of six drupelets with its leaves. */
export const captionberry: Mark = (t) =>
  [
    [-26, -8],
    [0, -8],
    [26, -8],
    [-13, 14],
    [13, 14],
    [0, 36],
  ]
    .map(([x = 0, y = 0], index) => circle(x, y, 12, index === 1 ? t.second : t.main))
    .join('') + `<g transform="translate(0 -20)">${around(3, () => leaf(27, 13, t.second), -55, 55)}</g>`

/** A niche with a bust in it. */
export const profilenook: Mark = (t) =>
  arch(0, 46, 84, 92, t.main) +
  circle(0, -10, 17, t.ground) +
  halfDisc(0, 46, 31, t.second) +
  circle(0, -10, 11, t.second)

/** Clips, put up in a jar. */
export const clippantry: Mark = (t) =>
  rect(-30, -46, 60, 14, t.second, 4) +
  rect(-38, -27, 76, 73, t.main, 16) +
  polygon([-13, -10, -13, 30, 22, 10], t.ground)

/** A lantern that throws its light both ways. */
export const adlantern: Mark = (t) =>
  ring(0, -38, 7, 5, t.main) +
  polygon([-18, -31, 18, -31, 28, -18, -28, -18], t.main) +
  rect(-24, -13, 48, 42, t.main) +
  rect(-30, 34, 60, 11, t.main) +
  circle(0, 8, 15, t.second) +
  polygon([-29, -8, -47, -14, -47, 30, -29, 24], t.second) +
  polygon([29, -8, 47, -14, 47, 30, 29, 24], t.second)
