import { Component, createRef, type ReactNode } from 'react'
import { prefersReducedMotion } from './reduced-motion.ts'

export interface FlipProps {
  /** A selector of the elements inside that move, in the order of the page. */
  items: string
  delayMs?: number
  className?: string
  children: ReactNode
}

type Place = { x: number; y: number }

const durationMs = 250

/**
 * Elements that an update displaces slide from their old place to the new one. Only transforms change, so nothing counts
 * as a layout shift. Meanwhile `--stretch` is how much further away an element's successor still is.
 */
export class Flip extends Component<FlipProps> {
  private readonly container = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate() {
    return this.readPlaces()
  }

  override componentDidUpdate(_props: FlipProps, _state: unknown, before: Map<Element, Place>) {
    if (prefersReducedMotion() || document.hidden) return
    const moves = [...this.readPlaces()].map(([element, place]) => {
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
      <div ref={this.container} className={this.props.className}>
        {this.props.children}
      </div>
    )
  }

  /** Where each item is in the container. */
  private readPlaces(): Map<Element, Place> {
    const container = this.container.current
    if (!container) return new Map()
    const { left, top } = container.getBoundingClientRect()
    const placeOf = (item: Element) => {
      const rectangle = item.getBoundingClientRect()
      return { x: rectangle.left - left, y: rectangle.top - top }
    }
    return new Map([...container.querySelectorAll(this.props.items)].map((item) => [item, placeOf(item)]))
  }
}
