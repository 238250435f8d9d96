import type { Inks } from './palettes.ts'
import type { Mark } from './shapes.ts'

/** What a cover is composed of. `plan` and `brand` are indexes within the brand and its category. */
export type CoverParts = { mark: Mark; tones: Inks; months: number; plan: number; brand: number; random: () => number }

/** Draws an SVG fragment of 640 × 400 over the ground. */
export type Cover = (parts: CoverParts) => string

export const width = 640
export const height = 400

/** Clips a drawing to a rectangle; coordinates stay those of the cover. */
export function crop(body: string, x: number, y: number, w: number, h: number): string {
  return `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}">${body}</svg>`
}

/** Mirrors every other cover, so that neighbours don't look alike. */
export function isMirrored({ plan, brand }: CoverParts): boolean {
  return (plan + brand) % 2 === 1
}
