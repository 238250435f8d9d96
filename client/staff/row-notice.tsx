import type { ReactNode } from 'react'
import './row-notice.css'

export interface RowNoticeProps {
  /** Why shortcuts don't act; empty if they do. */
  text: string
  /** How often the user pressed one anyway; each time it is said again. */
  reminders: number
  /** Shown while there is nothing to say. */
  children?: ReactNode
}

/** Says, at the lower edge of the window, that the selected row was taken away. */
export function RowNotice({ text, reminders, children }: RowNoticeProps) {
  return (
    <div className="row-notice-place">
      <div role="status">
        {text !== '' && (
          <p key={reminders} className="row-notice">
            {text}
          </p>
        )}
      </div>
      {children && <div hidden={text !== ''}>{children}</div>}
    </div>
  )
}
