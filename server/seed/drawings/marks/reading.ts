import { circle, halfDisc, leaf, polygon, rect, stroke, times } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** The sun coming up over a folded sheet. */
export const morningfold: Mark = (t) =>
  halfDisc(0, -2, 36, t.second) +
  polygon([-46, 4, -16, 14, -16, 46, -46, 36], t.main) +
  polygon([-13, 14, 13, 4, 13, 36, -13, 46], t.second) +
  polygon([16, 4, 46, 14, 46, 46, 16, 36], t.main)

/** Five books, one of them leaning. */
export const shelfwick: Mark = (t) =>
  rect(-45, -24, 16, 62, t.main) +
  rect(-27, -42, 13, 80, t.main) +
  rect(-12, -30, 18, 68, t.second) +
  rect(-8, -20, 10, 6, t.ground) +
  polygon([10, -28, 24, -34, 46, 33, 33, 38], t.main) +
  rect(-46, 39, 92, 7, t.main)

/** A page of three panels. */
export const inkpanel: Mark = (t) =>
  polygon([-44, -45, 44, -45, 44, -14, -44, 2], t.main) +
  polygon([-44, 9, -4, 2, 8, 45, -44, 45], t.second) +
  polygon([3, 0.6, 44, -7, 44, 45, 15, 45], t.main) +
  circle(20, -27, 9, t.ground)

/** Four strokes and the fifth across. */
export const tallyherald: Mark = (t) =>
  times(4, (index) => rect(-38 + index * 22, -44, 11, 88, t.main)) +
  polygon([-48, 22, 44, -34, 48, -22, -44, 34], t.ground) +
  polygon([-48, 24, 45, -31, 48, -24, -45, 31], t.second)

/** A long bough in leaf. */
export const longbough: Mark = (t) =>
  stroke('M-44 44L38-38', 6, t.main) +
  times(3, (index) => {
    const at = -30 + index * 24
    return `<g transform="translate(${at} ${-at})"><g transform="rotate(-4)">${leaf(34, 15, index === 1 ? t.second : t.main)}</g><g transform="rotate(94)">${leaf(34, 15, index === 1 ? t.main : t.second)}</g></g>`
  }) +
  `<g transform="translate(34 -34) rotate(45)">${leaf(20, 11, t.second)}</g>`
