import { useStore } from '../client-context.tsx'
import { Note } from '../ui/note.tsx'

const accounts = [
  { email: 'ada@example.com', role: 'customer' },
  { email: 'staff@example.com', role: 'staff' },
]
const password = 'demo1234'

/** On a demo store: fills in the credentials of a demo account. */
export function DemoAccounts({ onPick }: { onPick: (email: string, password: string) => void }) {
  const demo = useStore((state) => state.config?.demo ?? false)
  if (!demo) return null
  return (
    <Note title="This is a demo store">
      <p className="text-muted">
        Fill in a demo{' '}
        {accounts.map(({ email, role }, index) => (
          <span key={email}>
            {index > 0 && ' or '}
            <button
              type="button"
              className="link -my-3 py-3 wide:-my-1 wide:py-1"
              onClick={() => onPick(email, password)}
            >
              {role}
            </button>
          </span>
        ))}{' '}
        login.
      </p>
    </Note>
  )
}
