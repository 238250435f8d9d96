import { useTyping } from './use-typing.ts'

/** Who writes right now, on a line that is always there so that nothing moves. */
export function TypingLine({ customer, forStaff }: { customer: string; forStaff: boolean }) {
  const typing = useTyping(customer)
  const others = typing.filter(({ who }) => who === (forStaff ? 'customer' : 'staff'))
  const colleagues = forStaff ? typing.filter(({ who }) => who === 'staff') : []
  const words = [
    others.length > 0 && `${namesOf(others)} typing…`,
    colleagues.length > 0 && `${namesOf(colleagues)} also replying…`,
  ].filter(Boolean)
  return (
    <p role="status" className="flex h-6 flex-none items-center gap-2 px-5 text-xs text-muted">
      {words.length > 0 && (
        <>
          <span className="typing-dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span className={colleagues.length > 0 ? 'font-medium text-waiting' : undefined}>{words.join(' ')}</span>
        </>
      )}
    </p>
  )
}

function namesOf(typing: { name: string }[]) {
  const names = [...new Set(typing.map(({ name }) => name))]
  return `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'}`
}
