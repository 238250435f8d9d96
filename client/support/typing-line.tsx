import { useTyping } from './use-typing.ts'

/** Who is typing, on a line that is always there so that nothing moves. */
export function TypingLine({ customer, forStaff }: { customer: string; forStaff: boolean }) {
  const typing = useTyping(customer)
  const others = typing.filter(({ who }) => who === (forStaff ? 'customer' : 'staff'))
  const colleagues = forStaff ? typing.filter(({ who }) => who === 'staff') : []
  const texts = [
    others.length > 0 && `${subject(others)} typing…`,
    colleagues.length > 0 && `${subject(colleagues)} also replying…`,
  ].filter(Boolean)
  return (
    <p role="status" className="flex h-6 flex-none items-center gap-2 px-5 text-[0.8125rem] text-muted">
      {texts.length > 0 && (
        <>
          <span className="typing-dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span className={colleagues.length > 0 ? 'font-medium text-waiting' : undefined}>{texts.join(' ')}</span>
        </>
      )}
    </p>
  )
}

/** 'Ada is', 'Ada and Grace are'. */
function subject(typing: { name: string }[]) {
  const names = [...new Set(typing.map(({ name }) => name))]
  return `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'}`
}
