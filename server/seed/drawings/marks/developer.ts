import { arch, circle, ellipse, polygon, rect, shape, stroke } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** One line of work that parts and meets again. */
export const branchyard: Mark = (t) =>
  stroke('M-22 34V-34M-22 14C-22-6 24 2 24-22', 10, t.main) +
  circle(-22, -34, 13, t.main) +
  circle(-22, 34, 13, t.main) +
  circle(24, -26, 15, t.second)

/** Two pipes tied over and under. */
export const pipeknot: Mark = (t) =>
  stroke('M46 14H-14A24 24 0 0 1-14-34H12', 13, t.second) +
  rect(-47, -24.5, 47, 21, t.ground) +
  stroke('M-46-14H14A24 24 0 0 1 14 34H-12', 13, t.main) +
  rect(0, 3.5, 47, 21, t.ground) +
  rect(-14, 7.5, 60, 13, t.second)

/** Logs, stacked for the winter. */
export const logbarn: Mark = (t) => {
  const log = (x: number, y: number) =>
    circle(x, y, 22, t.main) + circle(x, y, 12, t.ground) + circle(x, y, 6, t.second)
  return log(0, -22) + log(-23, 17) + log(23, 17) + rect(-46, 41, 92, 6, t.main)
}

/** A bottle kiln with its fire lit. */
export const querykiln: Mark = (t) =>
  shape('M-40 45C-38 10-16 2-12-34H12C16 2 38 10 40 45Z', t.main) +
  rect(-16, -46, 32, 9, t.main) +
  arch(0, 45, 34, 38, t.ground) +
  shape('M0 15C9 26 12 32 11 39A11 9 0 0 1-11 39C-12 32-9 26 0 15Z', t.second) +
  ellipse(0, -8, 5, 5, t.ground)

/** A town wall of ticket stubs. */
export const stubborough: Mark = (t) =>
  shape('M-45-44H-5V-30A10 10 0 0 0-5-10V4H-45V-10A10 10 0 0 0-45-30Z', t.main) +
  shape('M5-44H45V-30A10 10 0 0 0 45-10V4H5V-10A10 10 0 0 0 5-30Z', t.second) +
  polygon([-45, 12, 45, 12, 45, 44, 20, 44, 20, 32, -20, 32, -20, 44, -45, 44], t.main)
