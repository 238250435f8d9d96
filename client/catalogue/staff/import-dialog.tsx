import { useEffect, useRef, useState } from 'react'
import type { CsvLine, CsvLineResult } from '../../../shared/catalogue/csv-schema.ts'
import { maxBulkItems } from '../../../shared/catalogue/prices-schema.ts'
import { useClient } from '../../client-context.tsx'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { checkImport, importLines } from './csv-actions.ts'
import { readCsvFile } from './csv-file.ts'
import { describeResults, ImportResults } from './import-results.tsx'

type Checked = { lines: CsvLine[]; results: CsvLineResult[] }

/** Imports a CSV file: first what each line would do and what is wrong, then the import. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [error, setError] = useState('')
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const aborted = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    aborted.current = controller
    return () => controller.abort()
  }, [])

  const check = useAct(
    async (lines: CsvLine[]) => {
      setProgress({ done: 0, total: lines.length })
      const onProgress = (done: number) => setProgress({ done, total: lines.length })
      const results = await checkImport(client, lines, { onProgress, signal: aborted.current.signal })
      setChecked({ lines, results })
    },
    { failed: 'The file could not be checked', unreached: 'Network error. Please try again.' },
  )
  const application = useAct(
    async ({ lines, results }: Checked) => {
      const changes = results.flatMap(({ result, version }, index) => {
        if (result !== 'new' && result !== 'changed') return []
        return [{ ...lines[index]!, ...(version !== null && { version: String(version) }) }]
      })
      return importLines(client, changes)
    },
    {
      failed: 'The file could not be imported',
      unreached: 'Network error. Please try again.',
      onDone: onClose,
      // What has changed since is shown with the lines.
      onFailed: () => checked && check.run(checked.lines),
    },
  )

  async function read(file: File | undefined) {
    setChecked(null)
    setError('')
    if (!file) return
    try {
      check.run(await readCsvFile(file))
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : 'The file could not be read.'
      setError(message)
      toast(message, { type: 'error' })
    }
  }

  const count = (result: CsvLineResult['result']) =>
    checked?.results.filter((line) => line.result === result).length ?? 0
  const changeCount = count('new') + count('changed')
  return (
    <Dialog
      open
      wide
      sheet
      busy={application.busy}
      onClose={onClose}
      title="Import items"
      foot={
        <>
          <Button disabled={application.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={application.busy}
            busyLabel="Importing…"
            disabled={!checked || check.busy || count('invalid') > 0 || changeCount === 0 || changeCount > maxBulkItems}
            onClick={() => checked && application.run(checked)}
          >
            {changeCount === 0 ? 'Import' : `Import ${changeCount} ${changeCount === 1 ? 'item' : 'items'}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field
          label="CSV file"
          error={error}
          hint="As exported here, or with some of its columns. New items are drafts unless their status is On sale."
        >
          <TextInput
            data-autofocus
            type="file"
            accept=".csv,text/csv"
            disabled={check.busy || application.busy}
            onChange={(event) => void read(event.target.files?.[0])}
          />
        </Field>
        <p role="status" className={check.busy ? 'text-sm text-muted' : 'sr-only'}>
          {check.busy
            ? progress && `Checking… ${progress.done} of ${progress.total} lines`
            : checked && describeResults(checked.results)}
        </p>
        {checked && !check.busy && <ImportResults results={checked.results} changeCount={changeCount} />}
      </div>
    </Dialog>
  )
}
