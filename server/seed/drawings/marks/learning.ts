import { circle, ellipse, polygon, rect, times } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** A tree whose crown is two people talking. */
export const tonguetree: Mark = (t) =>
  rect(-3, 6, 9, 40, t.main) +
  circle(-13, -16, 30, t.main) +
  polygon([-42, -10, -20, 10, -46, 20], t.main) +
  circle(24, 8, 25, t.ground) +
  circle(24, 8, 21, t.second) +
  polygon([45, 10, 30, 28, 48, 34], t.second) +
  rect(-20, 40, 43, 7, t.main)

/** A sparrow that adds. */
export const sumsparrow: Mark = (t) =>
  circle(-4, 4, 38, t.main) +
  polygon([28, -14, 48, 0, 30, 12], t.second) +
  rect(-12, -18, 8, 30, t.ground) +
  rect(-23, -7, 30, 8, t.ground) +
  polygon([-46, 20, -22, 24, -46, 46], t.second)

/** Stones laid by those who came this way before. */
export const coursecairn: Mark = (t) =>
  ellipse(0, 33, 45, 13, t.main) +
  ellipse(4, 8, 34, 11, t.second) +
  ellipse(-3, -14, 25, 10, t.main) +
  ellipse(2, -34, 15, 11, t.second)

/** Furrows running to the horizon. */
export const chalkfield: Mark = (t) =>
  circle(0, -24, 20, t.second) +
  rect(-46, -22, 92, 68, t.ground) +
  times(5, (index) => {
    const near = -46 + index * 20.4
    const far = -14 + index * 6.2
    return polygon([far, -14, far + 3.4, -14, near + 10.4, 45, near, 45], t.main)
  }) +
  rect(-46, -21, 92, 6, t.main)

/** Four strings, and a chord held down. */
export const fretfolk: Mark = (t) =>
  rect(-40, -46, 80, 10, t.main) +
  times(4, (index) => rect(-38 + index * 24, -46, 4.5, 92, t.main)) +
  times(3, (index) => rect(-40, -16 + index * 25, 80, 4.5, t.main)) +
  circle(-12, -24, 10, t.second) +
  circle(36, 2, 10, t.second) +
  circle(12, 27, 10, t.second)
