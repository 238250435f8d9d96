import type { Tones } from './shapes.ts'

/** The tones of one cover, and the ink that is printed thinly over its ground. */
export type Inks = Tones & { wash: string }

/** Three inks from one shelf: they sit together on warm paper, and each pair of them can be told apart. */
export type Palette = { deep: string; bright: string; pale: string }

export const palettes = {
  forestBrass: { deep: '#1f4a3a', bright: '#d9a441', pale: '#f3e9d2' },
  inkCoral: { deep: '#1e3350', bright: '#e8795a', pale: '#f4e7da' },
  oxbloodRose: { deep: '#6b1f2a', bright: '#e39a86', pale: '#f6e6da' },
  tealTangerine: { deep: '#0f4f55', bright: '#f0924b', pale: '#ebeee0' },
  auberginMustard: { deep: '#4a2c3a', bright: '#d9a23b', pale: '#f2e6d6' },
  slateSky: { deep: '#2b3a47', bright: '#8db7c9', pale: '#f0ebe0' },
  oliveTomato: { deep: '#474b20', bright: '#e2583e', pale: '#f1ebcf' },
  cobaltButter: { deep: '#1f3f94', bright: '#efb940', pale: '#f6efdc' },
  brickSand: { deep: '#93361f', bright: '#e9b97a', pale: '#f7ebd8' },
  mossBlush: { deep: '#3c5a3e', bright: '#eba99a', pale: '#f4ebdd' },
  soot: { deep: '#26241f', bright: '#e4512f', pale: '#efe6d5' },
  petrolMint: { deep: '#12424f', bright: '#7cc0a4', pale: '#f0eddd' },
  cocoaAqua: { deep: '#55352a', bright: '#7fb5ae', pale: '#f3e8da' },
  navyLichen: { deep: '#1d2b4a', bright: '#bcc65c', pale: '#f1eedc' },
  seaLemon: { deep: '#1c6b5c', bright: '#edc244', pale: '#f5f0dc' },
  dyerApricot: { deep: '#343a6e', bright: '#f2a97e', pale: '#f5eadc' },
  rustSky: { deep: '#7a3318', bright: '#86b3cb', pale: '#f5e9d6' },
  berryHoney: { deep: '#8a2b4a', bright: '#f2b36d', pale: '#f7e9dd' },
} satisfies Record<string, Palette>

/** The plans of one brand wear the same three inks in different parts. */
export function dress(palette: Palette, plan: number): Inks {
  const { deep, bright, pale } = palette
  if (plan % 4 === 0) return { ground: deep, main: pale, second: bright, wash: pale }
  if (plan % 4 === 1) return { ground: pale, main: deep, second: bright, wash: bright }
  if (plan % 4 === 2) return { ground: bright, main: deep, second: pale, wash: pale }
  return { ground: deep, main: bright, second: pale, wash: pale }
}

/** A ground with a little of its wash, 0–1: quieter than any of the three inks. */
export function tint({ ground, wash }: Inks, part: number): string {
  return blend(ground, wash, part)
}

/** `part` (0–1) of `top` mixed into `base`: the shade that one ink makes printed thinly over another. */
export function blend(base: string, top: string, part: number): string {
  const channel = (start: number) => {
    const [from, to] = [base, top].map((colour) => parseInt(colour.slice(start, start + 2), 16)) as [number, number]
    return Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
