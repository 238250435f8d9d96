import { ChevronDown, Download, Upload } from 'lucide-react'
import type { Category } from '../../../shared/catalogue/schema.ts'
import { useClient } from '../../client-context.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button, look } from '../../ui/button.tsx'
import { Menu, MenuEntry } from '../../ui/menu.tsx'
import { exportCatalogue } from './csv-actions.ts'

export interface CsvButtonsProps {
  /** The category that is shown, whose items are exported instead of all. */
  category: Category | undefined
  onImport: () => void
}

/** Downloads the items as a CSV file, or imports one; in a menu where there is little room. */
export function CsvButtons({ category, onImport }: CsvButtonsProps) {
  const client = useClient()
  const { busy, run } = useAct(
    async () => {
      const text = await exportCatalogue(client, category?._id)
      saveFile(`kade-items-${new Date().toISOString().slice(0, 10)}.csv`, text, 'text/csv')
    },
    { failed: 'The items could not be exported', unreached: 'Network error. Please try again.' },
  )
  return (
    <>
      <Button icon={Download} busy={busy} className="list-wide" onClick={() => run()}>
        Export CSV
      </Button>
      <ImportButton className="list-wide" onClick={onImport} />
      <div className="list-narrow">
        <Menu
          label="CSV"
          align="start"
          button={
            <span className="flex items-center gap-1.5">
              CSV
              <ChevronDown size={16} className="text-muted" />
            </span>
          }
          buttonClassName={look({ variant: 'quiet' })}
        >
          <MenuEntry icon={Download} disabled={busy} onSelect={run}>
            Export CSV
          </MenuEntry>
          <MenuEntry icon={Upload} onSelect={onImport}>
            Import CSV
          </MenuEntry>
        </Menu>
      </div>
    </>
  )
}

export const ImportButton = ({ className, onClick }: { className?: string; onClick: () => void }) => (
  <Button icon={Upload} className={className} onClick={onClick}>
    Import CSV
  </Button>
)
