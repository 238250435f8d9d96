import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Note } from '../ui/note.tsx'

/** The recovery codes of a new second factor, which can't be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isSaved, setIsSaved] = useState(false)
  return (
    <section aria-labelledby="codes" className="surface grid gap-5 p-5 wide:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="codes" className="text-lg">
          Your recovery codes
        </h2>
        <CopyButton text={codes.join('\n')} what="recovery codes" />
      </div>
      <Note tone="waiting" title="Save them now: they won’t be shown again">
        <p>Each code logs you in once when you don’t have your phone. Store them somewhere other than on your phone.</p>
      </Note>
      <ul className="tabular grid grid-cols-1 gap-x-8 gap-y-2 font-medium sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="font-mono">
            {code}
          </li>
        ))}
      </ul>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="tick mt-0"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.target.checked)}
        />
        I have saved them in a safe place
      </label>
      <Button variant="primary" className="justify-self-start max-wide:w-full" disabled={!isSaved} onClick={onDone}>
        Done
      </Button>
    </section>
  )
}
