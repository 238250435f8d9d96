import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Note } from '../ui/note.tsx'

/** Shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const [kept, setKept] = useState(false)
  return (
    <section aria-labelledby="codes" className="surface grid gap-5 p-5 wide:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="codes" className="text-xl">
          Your recovery codes
        </h2>
        <CopyButton text={codes.join('\n')} what="recovery codes" />
      </div>
      <Note tone="waiting" title="Keep them now: they are shown this once">
        <p>Each of them logs you in once when your phone is not at hand. Keep them where your phone is not.</p>
      </Note>
      <ul className="tabular grid grid-cols-1 gap-x-8 gap-y-2 font-medium sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="font-mono">
            {code}
          </li>
        ))}
      </ul>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" checked={kept} onChange={(event) => setKept(event.target.checked)} />I have kept them in
        a safe place
      </label>
      <Button variant="primary" className="justify-self-start max-wide:w-full" disabled={!kept} onClick={onKept}>
        Done
      </Button>
    </section>
  )
}
