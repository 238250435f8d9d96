import { circle, halfDisc, polygon, quarter, rect, shape, stroke } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** A quill, one vane dark, one light. */
export const quillstead: Mark = (t) =>
  shape('M-32 32C-40-10-6-44 44-44Z', t.main) +
  shape('M-26 38C14 42 44 8 48-40Z', t.second) +
  stroke('M-46 46L-29 29', 5, t.main)

/** A lark of half discs, reading down a column. */
export const ledgerlark: Mark = (t) =>
  halfDisc(-4, 2, 38, t.main, 180) +
  quarter(-4, -2, 38, t.second, 270) +
  circle(14, -14, 18, t.main) +
  circle(18, -17, 4.5, t.ground) +
  polygon([31, -22, 47, -14, 31, -7], t.second)

/** A hand of sheets, fanned. */
export const foliohand: Mark = (t) => {
  const sheet = (turn: number, fill: string) =>
    `<g transform="rotate(${turn} 0 44)">${rect(-19, -47, 38, 74, t.ground, 5)}${rect(-16, -44, 32, 70, fill, 4)}</g>`
  return (
    sheet(-38, t.main) +
    sheet(38, t.main) +
    sheet(0, t.second) +
    halfDisc(0, 46, 29, t.ground) +
    halfDisc(0, 46, 25, t.main)
  )
}

/** A slate with one hour marked on it. */
export const slatehour: Mark = (t) =>
  rect(-44, -44, 88, 88, t.main, 14) +
  circle(0, 0, 33, t.ground) +
  shape('M0 0V-27A27 27 0 0 1 23.4 13.5Z', t.second) +
  circle(0, 0, 6, t.main)

/** A tick with a wheel under it. */
export const taskbarrow: Mark = (t) =>
  stroke('M-40-12L-12 18L42-36', 17, t.main) + circle(-12, 31, 16, t.ground) + circle(-12, 31, 13, t.second)
