/** The colours of one drawing. `ground` is the background and shows through cut-outs. */
export type Tones = { ground: string; main: string; second: string }

/** Draws a brand's mark as SVG, centred on 0,0 within a radius of 48. */
export type Mark = (tones: Tones) => string

export function circle(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/>`
}

export function ring(x: number, y: number, r: number, width: number, colour: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${colour}" stroke-width="${n(width)}"/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"/>`
}

export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  const round = radius ? ` rx="${n(radius)}"` : ''
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${round} fill="${fill}"/>`
}

export function shape(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`
}

export function stroke(d: string, width: number, colour: string, cap: 'butt' | 'round' = 'butt'): string {
  const ends = cap === 'round' ? ' stroke-linecap="round" stroke-linejoin="round"' : ''
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}"${ends}/>`
}

export function polygon(points: readonly number[], fill: string): string {
  return `<path d="M${points.map(n).join(' ')}Z" fill="${fill}"/>`
}

/** Moves, turns (degrees) and scales a drawing, in that order of reading. */
export function place(body: string, x: number, y: number, scale = 1, turn = 0): string {
  const rotate = turn ? ` rotate(${n(turn)})` : ''
  const size = scale === 1 ? '' : ` scale(${n(scale, 3)})`
  return `<g transform="translate(${n(x)} ${n(y)})${rotate}${size}">${body}</g>`
}

/** The same drawing `count` times around 0,0. */
export function around(count: number, body: (index: number) => string, start = 0, step = 360 / count): string {
  return times(count, (index) => `<g transform="rotate(${n(start + index * step)})">${body(index)}</g>`)
}

export function times(count: number, body: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => body(index)).join('')
}

/** A half disc; `turn` 0 has its round side up. */
export function halfDisc(x: number, y: number, r: number, fill: string, turn: 0 | 90 | 180 | 270 = 0): string {
  const [dx, dy] = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[turn] as [number, number]
  const from = `${n(x - r * dx)} ${n(y - r * dy)}`
  const to = `${n(x + r * dx)} ${n(y + r * dy)}`
  return shape(`M${from}A${n(r)} ${n(r)} 0 0 1 ${to}Z`, fill)
}

/** A quarter disc with its corner at x,y; `turn` 0 opens to the upper right. */
export function quarter(x: number, y: number, r: number, fill: string, turn: 0 | 90 | 180 | 270 = 0): string {
  const corners = { 0: [0, -1, 1, 0], 90: [1, 0, 0, 1], 180: [0, 1, -1, 0], 270: [-1, 0, 0, -1] }
  const [ax, ay, bx, by] = corners[turn] as [number, number, number, number]
  return shape(
    `M${n(x)} ${n(y)}L${n(x + r * ax)} ${n(y + r * ay)}A${n(r)} ${n(r)} 0 0 1 ${n(x + r * bx)} ${n(y + r * by)}Z`,
    fill,
  )
}

/** A pointed leaf from 0,0 up to 0,-length. */
export function leaf(length: number, width: number, fill: string): string {
  const bulge = n(width * 0.92)
  const [low, high] = [n(-length * 0.28), n(-length * 0.72)]
  return shape(`M0 0C${bulge} ${low} ${bulge} ${high} 0 ${n(-length)}C-${bulge} ${high} -${bulge} ${low} 0 0Z`, fill)
}

/** An arched doorway standing on y, centred on x. */
export function arch(x: number, y: number, width: number, height: number, fill: string): string {
  const r = width / 2
  return shape(`M${n(x - r)} ${n(y)}V${n(y - height + r)}a${n(r)} ${n(r)} 0 0 1 ${n(width)} 0V${n(y)}Z`, fill)
}

/** The point at `angle` degrees (clockwise from the top) on a circle around 0,0. */
export function polar(r: number, angle: number): [number, number] {
  const turn = (angle * Math.PI) / 180
  return [round(r * Math.sin(turn)), round(-r * Math.cos(turn))]
}

/** A number as it stands in markup: at most one decimal, no needless zeros. */
export function n(value: number, decimals = 1): string {
  return String(round(value, decimals))
}

function round(value: number, decimals = 1): number {
  const whole = Math.round(value * 10 ** decimals) / 10 ** decimals
  return whole === 0 ? 0 : whole
}
