import palettes from '../content/palettes.json' with { type: 'json' }
import type { Tones } from './shapes.ts'

/** The tones of one cover, and the colour printed thinly over its ground. */
export type Inks = Tones & { wash: string }

/** Three colours that work together on warm paper; each pair has enough contrast. */
export type Palette = { deep: string; bright: string; pale: string }

export { palettes }

/** Assigns a palette's colours to the parts of a drawing. Each plan of a brand gets another assignment. */
export function tonesFor(palette: Palette, plan: number): Inks {
  const { deep, bright, pale } = palette
  if (plan % 4 === 0) return { ground: deep, main: pale, second: bright, wash: pale }
  if (plan % 4 === 1) return { ground: pale, main: deep, second: bright, wash: bright }
  if (plan % 4 === 2) return { ground: bright, main: deep, second: pale, wash: pale }
  return { ground: deep, main: bright, second: pale, wash: pale }
}

/** The ground with `part` (0 to 1) of its wash mixed in. */
export function tint({ ground, wash }: Inks, part: number): string {
  return blend(ground, wash, part)
}

/** Mixes `part` (0 to 1) of `top` into `base`, both as #rrggbb. */
export function blend(base: string, top: string, part: number): string {
  const channel = (start: number) => {
    const [from, to] = [base, top].map((colour) => parseInt(colour.slice(start, start + 2), 16)) as [number, number]
    return Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
