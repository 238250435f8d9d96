import { circle, ellipse, leaf, polygon, rect } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** Ripples on a pond, after the stone. */
export const stillpond: Mark = (t) =>
  ellipse(0, 16, 47, 29, t.main) +
  ellipse(0, 16, 36, 21, t.ground) +
  ellipse(0, 16, 25, 14, t.main) +
  ellipse(0, 16, 13, 6.5, t.ground) +
  circle(0, -32, 13, t.second)

/** A lotus in front of the early sun. */
export const matlight: Mark = (t) =>
  circle(0, -16, 22, t.second) +
  `<g transform="translate(0 36)">${[-78, 78, -40, 40, 0].map((turn) => `<g transform="rotate(${turn})">${leaf(54, 25, t.ground)}${leaf(50, 20, t.main)}</g>`).join('')}</g>` +
  rect(-30, 40, 60, 6, t.main)

/** An ear of barley on its plate. */
export const platebarley: Mark = (t) => {
  const pair = (y: number) =>
    `<g transform="translate(0 ${y})"><g transform="rotate(44)">${leaf(23, 11, t.second)}</g><g transform="rotate(-44)">${leaf(23, 11, t.second)}</g></g>`
  return (
    circle(0, 0, 47, t.main) +
    circle(0, 0, 37, t.ground) +
    rect(-2, -8, 4, 40, t.second) +
    pair(26) +
    pair(10) +
    pair(-6) +
    `<g transform="translate(0 -9)">${leaf(21, 9, t.second)}</g>`
  )
}

/** A fox, head down, covering ground. */
export const milefox: Mark = (t) =>
  polygon([-46, -40, -14, -18, -34, 10], t.second) +
  polygon([46, -40, 14, -18, 34, 10], t.second) +
  polygon([-32, -2, 0, -16, 32, -2, 0, 46], t.main) +
  polygon([-46, -4, -34, 2, -8, 38, -40, 16], t.main) +
  polygon([46, -4, 34, 2, 8, 38, 40, 16], t.main) +
  circle(0, 40, 6, t.second) +
  circle(-13, 8, 4, t.ground) +
  circle(13, 8, 4, t.ground)

/** The moon on its pillow. */
export const nodsworth: Mark = (t) =>
  circle(-2, -8, 38, t.main) +
  circle(14, -18, 31, t.ground) +
  rect(-46, 20, 92, 26, t.ground) +
  rect(-44, 22, 88, 24, t.second, 12) +
  circle(24, -22, 7, t.second)
