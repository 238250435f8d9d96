import { Component, createRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { prefersReducedMotion } from './media.ts'

export interface FlipProps {
  /** A selector of the elements inside that move, in the order of the page. */
  items: string
  delayMs?: number
  /** Scrolls so that the most visible item stays where it is when something above the screen appears or disappears. */
  keepsScroll?: boolean
  /** Items that are removed fade out, too. */
  fadesRemoved?: boolean
  className?: string
  children: ReactNode
}

/** `x` and `y` in the container, `top` on the screen. */
type Place = { x: number; y: number; width: number; top: number; visibleHeight: number; content: Element | null }

const durationMs = 250
const fadeMs = 160
/** What appears waits until the others have made most of its room. */
const roomMs = 100

/**
 * Elements that an update displaces slide from their old place to the new one. Only transforms change, so nothing counts
 * as a layout shift. Meanwhile `--stretch` is how much further away an element's successor still is. An element whose
 * content goes or comes, and that has no box without it, fades.
 */
export class Flip extends Component<FlipProps> {
  private readonly container = createRef<HTMLDivElement>()
  private readonly moves = new WeakMap<Element, Animation>()

  override getSnapshotBeforeUpdate() {
    return this.readPlaces()
  }

  override componentDidUpdate(_props: FlipProps, _state: unknown, before: Map<Element, Place>) {
    const after = this.readPlaces()
    const scrolled = this.props.keepsScroll ? keepInPlace(before, after) : 0
    // Once everything is in its place.
    if (scrolled !== 0) setTimeout(resumeScroll, durationMs + (this.props.delayMs ?? 0))
    if (prefersReducedMotion() || document.hidden) return
    for (const [element, place] of before) {
      if (after.has(element)) continue
      if (element.isConnected) this.fadeOut(place.content, { ...place, y: place.y + scrolled })
      else if (this.props.fadesRemoved) this.fadeOut(element, place)
    }
    for (const element of after.keys()) {
      if (before.has(element)) continue
      element.animate(
        { opacity: [0, 1] },
        { duration: fadeMs, delay: (this.props.delayMs ?? 0) + roomMs, easing: 'ease-out', fill: 'backwards' },
      )
    }
    const moves = [...after].map(([element, place]) => {
      const old = before.get(element)
      if (!old) return { element, dx: 0, dy: 0 }
      return {
        element,
        dx: old.x - place.x,
        dy: this.props.keepsScroll ? old.top - place.top + scrolled : old.y - place.y,
      }
    })
    moves.forEach(({ element, dx, dy }, index) => {
      const stretch = (moves[index + 1]?.dy ?? dy) - dy
      if (Math.max(...[dx, dy, stretch].map(Math.abs)) < 1) return
      const timing: KeyframeAnimationOptions = {
        duration: durationMs,
        delay: this.props.delayMs ?? 0,
        easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
        fill: 'backwards',
        // A move that is under way is part of both places. Only what replaces others is moved by the compositor.
        composite: this.moves.get(element)?.playState === 'running' ? 'add' : 'replace',
      }
      // On its own, so that the compositor moves it in time with what fades, even while the page is busy.
      this.moves.set(element, element.animate({ translate: [`${dx}px ${dy}px`, '0 0'] }, timing))
      element.animate({ '--stretch': [`${stretch}px`, '0px'] }, timing)
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
  private fadeOut(content: Element | null, { x, y, width }: Place) {
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
    const items = [...container.querySelectorAll(this.props.items)].filter(
      (item) => item.getClientRects().length > 0 && !item.closest('[inert]'),
    )
    return new Map(
      items.map((item) => {
        const rectangle = item.getBoundingClientRect()
        const place = { x: rectangle.left - left, y: rectangle.top - top, width: rectangle.width, top: rectangle.top }
        const visibleHeight = Math.min(rectangle.bottom, innerHeight) - Math.max(rectangle.top, 0)
        return [item, { ...place, visibleHeight, content: item.firstElementChild }]
      }),
    )
  }
}

/**
 * What browsers do by themselves, but not for elements that move.
 * @returns how far it has scrolled
 */
function keepInPlace(before: Map<Element, Place>, after: Map<Element, Place>): number {
  // What is new at the top of the page is to be seen.
  if (scrollY === 0) return 0
  let maxVisibleHeight = 0
  let movedBy = 0
  for (const [element, { top }] of after) {
    const place = before.get(element)
    if (!place || place.visibleHeight <= maxVisibleHeight) continue
    maxVisibleHeight = place.visibleHeight
    movedBy = top - place.top
  }
  // Even without a distance, it would stop a scroll that is under way.
  if (Math.abs(movedBy) < 1) return 0
  const start = scrollY
  scrollBy({ top: movedBy, behavior: 'instant' })
  return scrollY - start
}

/** What a smooth scroll is under way to. */
let scrollTarget: Element | null = null
/** How long it takes at most. */
const maxScrollMs = 1000

/** Scrolls to a part of the page, even if another part appears meanwhile. */
export function scrollToPart(element: Element) {
  scrollTarget = element
  setTimeout(() => (scrollTarget = null), maxScrollMs)
  scrollSmoothlyTo(element)
}

/** Goes on with a scroll that was stopped. */
const resumeScroll = () => scrollTarget && scrollSmoothlyTo(scrollTarget)

const scrollSmoothlyTo = (element: Element) =>
  element.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
