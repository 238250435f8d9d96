import { formatTime } from '../lib/format-date.ts'
import { useOfflineSince } from './use-offline-since.ts'
import './offline-notice.css'

/**
 * In the bar of a staff page, since when the connection is lost: nothing moves for it, and it covers nothing. Where the
 * bar has no room, the navigation says so (StaffFrame).
 */
export function OfflineNotice() {
  const since = useOfflineSince()
  // Stays on the page while empty: a region that appears with its text isn't announced.
  return (
    <p role="status" className="offline-notice">
      {since !== null && (
        <span title={describeOffline(since)}>
          {/* Where there is no room for both, the first is enough. */}
          {sentences(since).map((sentence, index) => (
            <span key={sentence}>{index === 0 ? `${sentence} ` : sentence}</span>
          ))}
        </span>
      )}
    </p>
  )
}

const sentences = (since: number) => [`Offline since ${formatTime(since)}.`, 'What you see may be out of date.']

export const describeOffline = (since: number) => sentences(since).join(' ')
