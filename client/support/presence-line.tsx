import { useStore } from '../client-context.tsx'

/** Whether support is online, and how soon it replies. */
export function PresenceLine() {
  const online = useStore((state) => state.connection.supportOnline && state.connection.status === 'live')
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-muted">
      <span
        aria-hidden="true"
        className={`mt-[0.45em] size-2 flex-none rounded-full ${online ? 'bg-good' : 'border border-line-strong'}`}
      />
      {online
        ? 'Support is online and typically replies within a few minutes'
        : 'Support typically replies within a few minutes'}
    </p>
  )
}
