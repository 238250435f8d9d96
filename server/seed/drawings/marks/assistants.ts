import { arch, around, circle, polygon, quarter, rect, shape, stroke } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** A question, turned from one bow and one point. */
export const askwright: Mark = (t) =>
  stroke('M-28-14A28 28 0 1 1 10 12.5Q0 17 0 28', 17, t.main) +
  circle(0, 42, 6, t.second) +
  circle(0, -14, 11, t.second)

/** A mill with four sails. */
export const thoughtmill: Mark = (t) =>
  around(4, (index) => quarter(3, -3, 40, index % 2 ? t.second : t.main, 0) + circle(15, -15, 5, t.ground))

/** A finch folded from one sheet. */
export const draftfinch: Mark = (t) =>
  polygon([-46, -10, 6, -20, -4, 34], t.main) +
  polygon([6, -20, 30, -40, 46, -22, 28, -12, -4, 34], t.second) +
  polygon([-4, 34, -30, 46, -22, 8], t.second) +
  circle(31, -27, 3.5, t.ground)

/** A moth at rest. */
export const paintmoth: Mark = (t) => {
  const wings =
    shape('M4 10C8-22 26-42 47-44 49-18 45 4 36 12Z', t.main) +
    circle(21, 28, 17, t.second) +
    circle(29, -12, 8, t.ground)
  return wings + `<g transform="scale(-1 1)">${wings}</g>` + rect(-4, -20, 8, 66, t.main, 4) + circle(0, -24, 7, t.main)
}

/** A hearth whose fire is a voice. */
export const hearthnote: Mark = (t) =>
  arch(0, 44, 88, 88, t.main) +
  arch(0, 44, 62, 68, t.ground) +
  rect(-22, 12, 10, 32, t.second, 5) +
  rect(-5, -8, 10, 52, t.second, 5) +
  rect(12, 4, 10, 40, t.second, 5)
