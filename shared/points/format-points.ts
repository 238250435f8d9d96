import { formatCount } from '../format-count.ts'

/** '1 point', '1,200 points', '−7 points' */
export const formatPoints = (points: number) =>
  `${formatPointCount(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`

/** '1,200', '−7' */
export const formatPointCount = (points: number) => `${points < 0 ? '−' : ''}${formatCount(Math.abs(points))}`
