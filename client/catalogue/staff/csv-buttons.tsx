import { Download, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Category } from '../../../shared/catalogue/schema.ts'
import { useClient } from '../../client-context.tsx'
import { lazyPart } from '../../layout/lazy-part.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { exportCatalogue } from './csv-actions.ts'

const ImportDialog = lazyPart(() => import('./import-dialog.tsx'))

/** Exports the items of the category that is shown, or of all, and imports a file. */
export function CsvButtons({ category }: { category: Category | undefined }) {
  const client = useClient()
  const [isOpen, setOpen] = useState(false)
  const { busy, run } = useAct(
    async () => {
      const text = await exportCatalogue(client, category?._id)
      saveFile(`kade-items-${new Date().toISOString().slice(0, 10)}.csv`, text, 'text/csv')
    },
    { failed: 'Error exporting items', unreached: 'Network error. Please try again.' },
  )
  return (
    <>
      <Button icon={Download} busy={busy} onClick={() => run()}>
        Export CSV
      </Button>
      <Button icon={Upload} onClick={() => setOpen(true)}>
        Import CSV
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
