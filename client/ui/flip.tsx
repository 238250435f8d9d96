import { Component, createRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { prefersReducedMotion } from './reduced-motion.ts'

export interface FlipProps {
  /** A selector of the elements inside that move, in the order of the page. */
  items: string
  delayMs?: number
  className?: string
  children: ReactNode
}

type Place = { x: number; y: number; width: number; content: Element | null }

const durationMs = 250
const fadeMs = 160

/**
 * Elements that an update displaces slide from their old place to the new one. Only transforms change, so nothing counts
 * as a layout shift. Meanwhile `--stretch` is how much further away an element's successor still is. An element whose
 * content goes or comes, and that has no box without it, fades.
 */
export class Flip extends Component<FlipProps> {
  private readonly container = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate() {
    return this.readPlaces()
  }

  override componentDidUpdate(_props: FlipProps, _state: unknown, before: Map<Element, Place>) {
    if (prefersReducedMotion() || document.hidden) return
    const after = this.readPlaces()
    for (const [element, place] of before) if (!after.has(element) && element.isConnected) this.fadeOut(place)
    for (const element of after.keys()) {
      if (before.has(element)) continue
      element.animate({ opacity: [0, 1] }, { duration: fadeMs, delay: this.props.delayMs ?? 0, fill: 'backwards' })
    }
    const moves = [...after].map(([element, place]) => {
      const { x, y } = before.get(element) ?? place
      return { element, dx: x - place.x, dy: y - place.y }
    })
    moves.forEach(({ element, dx, dy }, index) => {
      const stretch = (moves[index + 1]?.dy ?? dy) - dy
      if (Math.max(...[dx, dy, stretch].map(Math.abs)) < 1) return
      element.animate(
        [
          { translate: `${dx}px ${dy}px`, '--stretch': `${stretch}px` },
          { translate: '0 0', '--stretch': '0px' },
        ],
        {
          duration: durationMs,
          delay: this.props.delayMs ?? 0,
          easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
          fill: 'backwards',
        },
      )
    })
  }

  override render() {
    return (
      <div ref={this.container} className={classNames('relative', this.props.className)}>
        {this.props.children}
      </div>
    )
  }

  /** Shows what React has removed until it has faded out. */
  private fadeOut({ x, y, width, content }: Place) {
    if (!content || content.isConnected) return
    const leaving = document.createElement('div')
    leaving.inert = true
    leaving.ariaHidden = 'true'
    leaving.style.cssText = `position: absolute; left: ${x}px; top: ${y}px; width: ${width}px`
    leaving.append(content)
    this.container.current!.append(leaving)
    const remove = () => leaving.remove()
    leaving
      .animate({ opacity: 0 }, { duration: fadeMs, easing: 'ease-out', fill: 'forwards' })
      .finished.then(remove, remove)
  }

  /** Where each item that has a box is in the container. */
  private readPlaces(): Map<Element, Place> {
    const container = this.container.current
    if (!container) return new Map()
    const { left, top } = container.getBoundingClientRect()
    const items = [...container.querySelectorAll(this.props.items)].filter((item) => item.getClientRects().length > 0)
    return new Map(
      items.map((item) => {
        const rectangle = item.getBoundingClientRect()
        const place = { x: rectangle.left - left, y: rectangle.top - top, width: rectangle.width }
        return [item, { ...place, content: item.firstElementChild }]
      }),
    )
  }
}
