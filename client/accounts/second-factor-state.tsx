import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../lib/format-date.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { Icon } from '../ui/icon.ts'
import { Note } from '../ui/note.tsx'
import { RemoveSecondFactor } from './remove-second-factor.tsx'

export function SecondFactorOff({ onBegin }: { onBegin: () => void }) {
  return (
    <section aria-labelledby="factor" className="surface grid gap-4 p-5 wide:p-6">
      <Heading tone="waiting" icon={ShieldOff} state="Off" />
      <p className="max-w-prose text-muted">
        With two-factor authentication, logging in takes your password and a code from an app on your phone. Someone who
        learns only your password can’t verify payments in your name.
      </p>
      <Button variant="primary" className="justify-self-start max-sm:w-full" onClick={onBegin}>
        Set up
      </Button>
    </section>
  )
}

export function SecondFactorOn({ since, left, onRemoved }: { since: number; left: number; onRemoved: () => void }) {
  const [removing, setRemoving] = useState(false)
  return (
    <section aria-labelledby="factor" className="surface grid gap-4 p-5 wide:p-6">
      <Heading tone="good" state="On" />
      <p className="max-w-prose text-muted">
        Since {formatDate(since)}, logging in takes your password and a code from your authenticator app.
      </p>
      {left <= 3 ? (
        <Note tone="waiting" title={left === 0 ? 'No recovery codes left' : `Recovery codes left: ${left}`}>
          <p>Turn two-factor authentication off and set it up again to get ten new ones.</p>
        </Note>
      ) : (
        <p>
          Recovery codes left: <strong className="tabular font-medium">{left}</strong> of 10
        </p>
      )}
      <Button className="justify-self-start max-sm:w-full" onClick={() => setRemoving(true)}>
        Turn it off
      </Button>
      {removing && (
        <RemoveSecondFactor
          onClose={() => setRemoving(false)}
          onRemoved={() => {
            setRemoving(false)
            onRemoved()
          }}
        />
      )}
    </section>
  )
}

type HeadingProps = { tone: 'good' | 'waiting'; icon?: Icon; state: string }

const Heading = ({ tone, icon, state }: HeadingProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <h2 id="factor" className="text-lg">
      Two-factor authentication
    </h2>
    <Badge tone={tone} icon={icon}>
      {state}
    </Badge>
  </div>
)
