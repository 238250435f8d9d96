import { arch, circle, halfDisc, polygon, rect, stroke, times } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** Three tides under a low sun. */
export const tidewell: Mark = (t) =>
  halfDisc(0, -2, 34, t.second) +
  times(3, (row) => {
    const y = 4 + row * 17
    return stroke(`M-46 ${y}q11.5-13 23 0t23 0t23 0t23 0`, 8, t.main)
  })

/** A tunnel of arches. */
export const burrowline: Mark = (t) =>
  arch(0, 44, 90, 88, t.main) +
  arch(0, 44, 66, 70, t.ground) +
  arch(0, 44, 48, 56, t.second) +
  arch(0, 44, 24, 38, t.ground) +
  arch(0, 44, 10, 24, t.main)

/** A clipped hedge, row behind row. */
export const hedgewire: Mark = (t) =>
  rect(-5, -20, 10, 50, t.second) +
  polygon([0, -47, 19, 8, -19, 8], t.second) +
  rect(-34, -8, 8, 40, t.main) +
  rect(26, -8, 8, 40, t.main) +
  circle(-30, -8, 17, t.main) +
  circle(30, -8, 17, t.main) +
  rect(-47, 20, 94, 25, t.main) +
  rect(-47, 30, 94, 5, t.ground)

/** A gate of two leaves and the latch across it. */
export const farlatch: Mark = (t) =>
  rect(-42, -44, 36, 88, t.main) +
  rect(6, -44, 36, 88, t.main) +
  rect(-26, -9, 68, 18, t.ground) +
  rect(-22, -5, 60, 10, t.second) +
  circle(-22, 0, 17, t.ground) +
  circle(-22, 0, 13, t.second) +
  circle(-22, 0, 5, t.ground)

/** Hanging moss, no two strands of one length. */
export const mossveil: Mark = (t) => {
  const lengths = [88, 68, 44, 32, 44, 68, 88]
  return (
    circle(0, 22, 17, t.second) +
    lengths.map((length, index) => rect(-47.5 + index * 13.9, -46, 11.5, length, t.main, 5.7)).join('') +
    rect(-47.5, -46, 95, 10, t.main)
  )
}
