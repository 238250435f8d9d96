import { useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { prefersReducedMotion } from './reduced-motion.ts'

export interface CrossFadeProps {
  /** Changes with what the content says. */
  id: string
  children: ReactNode
  /** `span` inside headings and paragraphs. */
  as?: 'div' | 'span'
  className?: string
}

/**
 * Content that changes in place: what it said before fades out over what it says now, so it is never empty. The delay is
 * the CSS variable `--at`.
 */
export function CrossFade({ id, children, as: Element = 'div', className }: CrossFadeProps) {
  const [shown, setShown] = useState({ id, content: children, leaving: null as ReactNode })
  if (id !== shown.id) setShown({ id, content: children, leaving: prefersReducedMotion() ? null : shown.content })

  return (
    <Element className={classNames('cross-fade', className)}>
      <Element key={shown.id} className={shown.leaving ? 'cross-fade-in' : undefined}>
        {children}
      </Element>
      {shown.leaving && (
        <Element
          // An element that has already faded out would not do so again.
          key={`before ${shown.id}`}
          aria-hidden="true"
          className="cross-fade-out"
          onAnimationEnd={() => setShown((current) => ({ ...current, leaving: null }))}
        >
          {shown.leaving}
        </Element>
      )}
    </Element>
  )
}
