import type { ReactNode } from 'react'
import { keepToastsAbove } from '../ui/keep-toasts-above.ts'
import './list-bar.css'

/** What can be done with rows of a list; at the bottom of the window, so that no row moves when it appears. */
export function ListBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div ref={keepToastsAbove} role="group" aria-label={label} className="list-bar">
      {children}
    </div>
  )
}
