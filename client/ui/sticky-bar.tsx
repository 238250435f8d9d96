import type { ReactNode } from 'react'
import { keepToastsAbove } from './keep-toasts-above.ts'

export interface StickyBarProps {
  /** Above the amount, such as 'You pay'. */
  label: ReactNode
  amount: ReactNode
  /** A wide Button or ButtonLink. */
  action: ReactNode
}

/** On narrow screens, an amount and the next step at the bottom of the screen. Must come last in the page's column. */
export function StickyBar({ label, amount, action }: StickyBarProps) {
  return (
    <div
      ref={keepToastsAbove}
      className="sticky-bar sticky bottom-0 z-30 -mx-[clamp(1rem,3.5vw,2rem)] mt-8 border-t border-line bg-card px-[clamp(1rem,3.5vw,2rem)] pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] wide:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="tabular leading-tight">
          <span className="flex gap-1.5 text-[0.8125rem] text-muted">{label}</span>
          <span className="heading text-lg">{amount}</span>
        </p>
        <div className="grid flex-1 sm:ml-auto sm:max-w-sm">{action}</div>
      </div>
    </div>
  )
}
