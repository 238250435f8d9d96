import { Download, Upload } from 'lucide-react'
import type { Category } from '../../../shared/catalogue/schema.ts'
import { useClient } from '../../client-context.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { exportCatalogue } from './csv-actions.ts'

/** Downloads the items of the category that is shown, or of all, as a CSV file. */
export function ExportButton({ category }: { category: Category | undefined }) {
  const client = useClient()
  const { busy, run } = useAct(
    async () => {
      const text = await exportCatalogue(client, category?._id)
      saveFile(`kade-items-${new Date().toISOString().slice(0, 10)}.csv`, text, 'text/csv')
    },
    { failed: 'Error exporting items', unreached: 'Network error. Please try again.' },
  )
  return (
    <Button icon={Download} busy={busy} onClick={() => run()}>
      Export CSV
    </Button>
  )
}

export const ImportButton = ({ onClick }: { onClick: () => void }) => (
  <Button icon={Upload} onClick={onClick}>
    Import CSV
  </Button>
)
