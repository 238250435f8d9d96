import { Component, createRef, type ReactNode } from 'react'
import { prefersReducedMotion } from './media.ts'

/** More at once is another list, or another order of it. */
const maxChanged = 3
const fade: KeyframeAnimationOptions = { duration: 120, easing: 'ease-out' }
const slide: KeyframeAnimationOptions = {
  duration: 200,
  // Once what leaves is half gone.
  delay: 60,
  fill: 'backwards',
  easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  composite: 'add',
}

/** In pixels, from the top of the frame. */
type Place = { top: number; width: number }
type Places = Map<HTMLTableRowElement, Place>

/** Around a table: a row that leaves fades out where it was, one that arrives fades in, and the others slide. */
export class RowMotion extends Component<{ className: string; children: ReactNode }> {
  private readonly frame = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(): Places | null {
    return prefersReducedMotion() || document.hidden ? null : this.readPlaces()
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: Places | null) {
    if (!before) return
    const after = this.readPlaces()
    const left = [...before].filter(([row]) => !after.has(row))
    const arrived = [...after.keys()].filter((row) => !before.has(row))
    const moved = [...after].flatMap(([row, { top }]) => {
      const distance = (before.get(row)?.top ?? top) - top
      return Math.abs(distance) < 1 ? [] : [{ row, distance }]
    })
    // What leaves or arrives moves all others by its height.
    const distances = new Set(moved.map(({ distance }) => Math.round(distance)))
    if (Math.max(left.length, arrived.length, distances.size) > maxChanged || before.size === left.length) return
    // Narrow tables lay out each row by itself.
    const [first] = after.keys()
    const hasColumns = first !== undefined && getComputedStyle(first).display === 'table-row'
    for (const [row, place] of left) this.fadeOut(row, place, hasColumns)
    for (const row of arrived) row.animate({ opacity: [0, 1] }, fade)
    for (const { row, distance } of moved) row.animate({ translate: [`0 ${distance}px`, '0 0'] }, slide)
  }

  override render() {
    return (
      <div ref={this.frame} className={this.props.className}>
        {this.props.children}
      </div>
    )
  }

  private readPlaces(): Places {
    const frame = this.frame.current!
    const origin = frame.getBoundingClientRect().top + frame.clientTop
    const rows = frame.querySelectorAll<HTMLTableRowElement>('tbody > [data-key]')
    return new Map(
      Array.from(rows, (row) => {
        const { top, width } = row.getBoundingClientRect()
        return [row, { top: top - origin, width }]
      }),
    )
  }

  /** Shows a row that React has removed until it has faded out, in a table of its own with the same columns. */
  private fadeOut(row: HTMLTableRowElement, { top, width }: Place, hasColumns: boolean) {
    const frame = this.frame.current!
    const table = frame.querySelector('table')!
    const leaving = table.cloneNode() as HTMLTableElement
    leaving.inert = true
    leaving.ariaHidden = 'true'
    leaving.style.cssText = `position: absolute; inset: ${top}px auto auto 0; width: ${width}px; table-layout: fixed`
    if (hasColumns) {
      const heads = table.tHead!.rows[0]!.cells
      for (const cell of row.cells) {
        const width = heads[cell.cellIndex]!.offsetWidth
        cell.style.cssText = `width: ${width}px; min-width: 0; max-width: none`
      }
    }
    delete row.dataset.key
    leaving.createTBody().append(row)
    frame.append(leaving)
    const remove = () => leaving.remove()
    leaving.animate({ opacity: [1, 0] }, { ...fade, fill: 'forwards' }).finished.then(remove, remove)
  }
}
