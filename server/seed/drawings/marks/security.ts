import { around, circle, halfDisc, polygon, rect, shape, stroke } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** A bolt's head with a keyhole. */
export const bolthaven: Mark = (t) =>
  polygon([0, -47, 41, -23.5, 41, 23.5, 0, 47, -41, 23.5, -41, -23.5], t.main) +
  circle(0, 0, 27, t.second) +
  circle(0, -6, 9, t.ground) +
  polygon([-4, -4, 4, -4, 8, 17, -8, 17], t.ground)

/** A shield with a chevron and a copper coin. */
export const copperward: Mark = (t) =>
  shape('M-40-45H40V2C40 23 25 39 0 47C-25 39-40 23-40 2Z', t.main) +
  polygon([-41, -7, 0, -37, 41, -7, 41, 17, 0, -13, -41, 17], t.ground) +
  polygon([-40, -2, 0, -31, 40, -2, 40, 11, 0, -19, -40, 11], t.second) +
  circle(0, 18, 11, t.second)

/** Two keys, head to tail. */
export const twicekey: Mark = (t) => {
  const key = (fill: string) =>
    circle(-24, -18, 20, fill) +
    circle(-24, -18, 8, t.ground) +
    rect(-8, -23, 54, 10, fill) +
    rect(22, -15, 9, 12, fill) +
    rect(37, -15, 9, 12, fill)
  return key(t.main) + `<g transform="rotate(180)">${key(t.second)}</g>`
}

/** A bell that rings at once. */
export const breachbell: Mark = (t) =>
  shape('M-32 20V-10A32 32 0 0 1 32-10V20Z', t.main) +
  rect(-42, 18, 84, 10, t.main) +
  circle(0, -43, 6, t.main) +
  halfDisc(0, 32, 14, t.second, 180) +
  rect(-18, -8, 36, 7, t.second)

/** A wax seal with a flame pressed in it. */
export const sealwick: Mark = (t) =>
  around(10, () => circle(0, -35, 12, t.main)) +
  circle(0, 0, 36, t.main) +
  circle(0, 0, 27, t.ground) +
  shape('M0-22C12-7 17 0 17 8A17 14 0 0 1-17 8C-17 0-12-7 0-22Z', t.second) +
  stroke('M0 2V20', 5, t.ground)
