import type { Inks } from '../palettes.ts'
import type { Mark } from '../shapes.ts'

/** What a cover is composed from. `plan` and `brand` count from 0 within the brand and within its category. */
export type CoverParts = { mark: Mark; tones: Inks; months: number; plan: number; brand: number; random: () => number }

/** Draws on 640 × 400, over a ground that is already laid. */
export type Cover = (parts: CoverParts) => string

export const width = 640
export const height = 400

/** The part of a drawing that falls inside a window; its coordinates stay those of the cover. */
export function crop(body: string, x: number, y: number, w: number, h: number): string {
  return `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}">${body}</svg>`
}

/** Every other neighbour mirrored, so that two plans side by side don't march in step. */
export function isMirrored({ plan, brand }: CoverParts): boolean {
  return (plan + brand) % 2 === 1
}
