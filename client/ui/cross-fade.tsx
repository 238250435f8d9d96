import { Component, createRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { prefersReducedMotion } from './media.ts'

export interface CrossFadeProps {
  /** Changes with what the content says. */
  id: string
  children: ReactNode
  /** `span` inside headings and paragraphs. */
  as?: 'div' | 'span'
  className?: string
}

type Shown = { id: string; content: ReactNode; leaving: ReactNode }

/**
 * Content that changes in place: what it said before fades out over what it says now, so it is never empty, and keeps
 * its width, so that its lines stay as they are meanwhile. The delay is the CSS variable `--at`.
 */
export class CrossFade extends Component<CrossFadeProps, Shown> {
  override state: Shown = { id: this.props.id, content: this.props.children, leaving: null }
  private readonly box = createRef<HTMLDivElement>()
  private readonly leavingBox = createRef<HTMLDivElement>()

  static getDerivedStateFromProps({ id, children }: CrossFadeProps, shown: Shown): Shown {
    if (id === shown.id) return { ...shown, content: children }
    return { id, content: children, leaving: prefersReducedMotion() ? null : shown.content }
  }

  override getSnapshotBeforeUpdate(_props: CrossFadeProps, before: Shown): number | null {
    return before.id === this.state.id ? null : (this.box.current?.getBoundingClientRect().width ?? null)
  }

  override componentDidUpdate(_props: CrossFadeProps, _state: Shown, width: number | null) {
    if (width !== null && this.leavingBox.current) this.leavingBox.current.style.width = `${width}px`
  }

  override render() {
    // Both are HTML elements without attributes of their own.
    const Element = (this.props.as ?? 'div') as 'div'
    const { id, content, leaving } = this.state
    return (
      <Element ref={this.box} className={classNames('cross-fade', this.props.className)}>
        <Element key={id} className={leaving ? 'cross-fade-in' : undefined}>
          {content}
        </Element>
        {leaving && (
          <Element
            // An element that has already faded out would not do so again.
            key={`before ${id}`}
            ref={this.leavingBox}
            inert
            aria-hidden="true"
            className="cross-fade-out"
            onAnimationEnd={({ target, currentTarget }) => target === currentTarget && this.setState({ leaving: null })}
          >
            {leaving}
          </Element>
        )}
      </Element>
    )
  }
}
