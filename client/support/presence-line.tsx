import { Clock } from 'lucide-react'
import { useStore } from '../client-context.tsx'
import { formatMomentInText } from '../lib/format-date.ts'
import { useNextOpening } from '../storefront/use-next-opening.ts'

/** Whether support is online, and how soon it replies: when it is back, outside of the opening hours. */
export function PresenceLine() {
  const online = useStore((state) => state.connection.supportOnline && state.connection.status === 'live')
  const opensAt = useNextOpening()
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-muted">
      {online ? (
        <span aria-hidden="true" className="mt-[0.45em] size-2 flex-none rounded-full bg-good" />
      ) : (
        <Clock size={15} className="mt-[0.2em] flex-none" />
      )}
      {online
        ? 'Support is online and typically replies within a few minutes'
        : opensAt === null
          ? 'Support typically replies within a few minutes'
          : `Support is back ${formatMomentInText(opensAt)} and then typically replies within a few minutes`}
    </p>
  )
}
