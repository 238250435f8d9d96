import { useStore } from '../store.tsx'
import { Note } from '../ui/note.tsx'

const people = [
  { email: 'ada@example.com', what: 'a customer' },
  { email: 'staff@example.com', what: 'staff' },
]
const password = 'demo1234'

/** In the demo store: whom one may log in as. */
export function DemoPeople({ onPick }: { onPick: (email: string, password: string) => void }) {
  const demo = useStore((state) => state.config?.demo ?? false)
  if (!demo) return null
  return (
    <Note title="This is a demo store">
      <p className="text-muted">
        Fill in as{' '}
        {people.map(({ email, what }, index) => (
          <span key={email}>
            {index > 0 && ' or '}
            <button type="button" className="link py-3 wide:py-1" onClick={() => onPick(email, password)}>
              {what}
            </button>
          </span>
        ))}
        .
      </p>
    </Note>
  )
}
