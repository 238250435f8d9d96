import { useRef, useState } from 'react'
import { addUp, formatAmount } from '../../../shared/payments/amounts.ts'
import type { StatementLine } from '../../../shared/statements/staff-schema.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { isFocusLost } from '../../lib/is-focus-lost.ts'
import { useAct } from '../../lib/use-act.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAfterRender } from '../../ui/use-after-render.ts'
import { applyLines, decideLine } from './actions.ts'
import { ChooseOrderDialog } from './choose-order-dialog.tsx'
import { lineGroups } from './line-groups.ts'
import { isApplicable, LineHeads, LineRow } from './line-row.tsx'
import { useLineSelection } from './use-line-selection.ts'
import './statement-lines.css'

/** How many lines of a group are shown at first. */
const firstShown = 50

/** The lines of a statement in groups. Only the sure ones are selected at first. */
export function StatementView({ id, lines }: { id: string; lines: StatementLine[] }) {
  const client = useClient()
  const afterRender = useAfterRender()
  const isOffline = useStore((state) => state.connection.status === 'offline')
  const { isChecked, isNewlySure, check } = useLineSelection(lines)
  const [skipped, setSkipped] = useState<Record<string, string>>({})
  const [choosingId, setChoosingId] = useState<string | null>(null)
  const [shown, setShown] = useState<Record<string, number>>({})
  const [isConfirming, setConfirming] = useState(false)
  const checked = lines.filter(isChecked)
  /** Those that are being recorded, whose number and sum must not change meanwhile. */
  const [batch, setBatch] = useState<readonly StatementLine[]>([])
  const choosing = lines.find(({ _id }) => _id === choosingId)
  const { busy, run } = useAct(
    async () => {
      const results = await applyLines(
        client,
        id,
        checked.map(({ _id }) => _id),
      )
      const left = results.filter(({ result }) => result === 'skipped')
      setSkipped(Object.fromEntries(left.map(({ line, message }) => [line, message])))
      const done = results.length - left.length
      return left.length === 0 ? `${done} recorded` : `${done} recorded, ${left.length} skipped`
    },
    {
      failed: 'The transfers could not be recorded',
      unreached: 'Network error. Try again: nothing is recorded twice.',
      onDone: () => setConfirming(false),
      onFailed: () => setConfirming(false),
    },
  )
  const confirmed = busy ? batch : checked
  const ignore = useAct(
    async (line: StatementLine) => {
      await decideLine(client, id, line._id, { ignore: true })
      keepFocus(line)
    },
    { failed: 'The line could not be changed' },
  )
  /** A line that was decided on is in another group: the focus goes to the group it was in. */
  function keepFocus({ state }: StatementLine) {
    afterRender(() => {
      if (!isFocusLost()) return
      const heading = document.getElementById(`group-${state}`) ?? document.getElementById('group-ignored')
      heading?.focus()
    })
  }
  const frame = useRef<HTMLDivElement>(null)
  useShortcuts({
    j: () => focusLine(frame.current, 1),
    k: () => focusLine(frame.current, -1),
    // A key alone verifies nothing: the lines may have been selected by the store.
    v: () => checked.length > 0 && !isOffline && setConfirming(true),
  })

  return (
    <div ref={frame} className="statement">
      <div className="statement-bar">
        {lines.some(isApplicable) && (
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="primary" disabled={checked.length === 0 || isOffline} onClick={() => setConfirming(true)}>
              {applyLabel(checked)}
            </Button>
            <p role="status" className="text-sm text-muted">
              {isOffline
                ? 'You’re offline. Transfers can be recorded once you’re back online.'
                : [`${checked.length} of ${lines.filter(isApplicable).length} selected`, ...sumsOf(checked)].join(
                    ' · ',
                  )}
            </p>
          </div>
        )}
        <LineHeads />
      </div>
      <div className="grid gap-6">
        {lineGroups.map(({ state, title, hint }) => {
          const group = lines.filter((line) => line.state === state)
          const count = shown[state] ?? firstShown
          return (
            group.length > 0 && (
              <section key={state} aria-labelledby={`group-${state}`}>
                <h2 id={`group-${state}`} tabIndex={-1} className="text-lg">
                  {title} <span className="tabular ml-1 font-normal text-muted">{group.length}</span>
                </h2>
                {hint && <p className="text-sm text-muted">{hint}</p>}
                <NewlySure lines={group.filter(isNewlySure)} onChoose={(newlySure) => check(newlySure, true)} />
                <ul className="statement-lines">
                  {group.slice(0, count).map((line) => (
                    <LineRow
                      key={line._id}
                      line={line}
                      checked={isChecked(line)}
                      skipped={skipped[line._id]}
                      onCheck={(value) => check([line], value)}
                      onChoose={() => setChoosingId(line._id)}
                      onIgnore={() => ignore.run(line)}
                    />
                  ))}
                </ul>
                {group.length > count && (
                  <Button size="small" className="mt-2" onClick={() => setShown({ ...shown, [state]: count + 200 })}>
                    {`Show more of ${group.length}`}
                  </Button>
                )}
              </section>
            )
          )
        })}
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={`${applyLabel(confirmed)}?`}
        text={confirmed.length > 0 && describeBatch(confirmed)}
        confirmLabel={applyLabel(confirmed)}
        busyLabel="Recording…"
        busy={busy}
        disabled={confirmed.length === 0 || isOffline}
        onConfirm={() => {
          setBatch(checked)
          run()
        }}
        onClose={() => setConfirming(false)}
      />
      {choosing && (
        <ChooseOrderDialog
          key={choosing._id}
          line={choosing}
          onClose={() => {
            setChoosingId(null)
            keepFocus(choosing)
          }}
        />
      )}
    </div>
  )
}

/** Moves the focus to the next or previous line that something can be done with: its checkbox, or else its first control. */
function focusLine(frame: HTMLElement | null, by: 1 | -1) {
  const controls = [...(frame?.querySelectorAll('.line') ?? [])].flatMap(
    (line) => line.querySelector<HTMLElement>('input, a, button') ?? [],
  )
  const index = controls.findIndex((control) => control.closest('.line')!.contains(document.activeElement))
  controls[index === -1 ? 0 : index + by]?.focus()
}

/** What has become sure while somebody looks at the statement. Nothing without such lines. */
function NewlySure({ lines, onChoose }: { lines: StatementLine[]; onChoose: (lines: StatementLine[]) => void }) {
  if (lines.length === 0) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-medium text-waiting">
      {lines.length === 1
        ? '1 line became an exact match after you opened this page. It isn’t selected.'
        : `${lines.length} lines became exact matches after you opened this page. They aren’t selected.`}
      <Button size="small" onClick={() => onChoose(lines)}>
        {lines.length === 1 ? 'Select it' : `Select all ${lines.length}`}
      </Button>
    </p>
  )
}

/** 'Verify 14 payments', as long as each of them verifies its order; 'Record 14 transfers' otherwise. */
function applyLabel(lines: readonly StatementLine[]): string {
  if (lines.length === 0) return 'Record'
  const isSure = lines.every(({ state }) => state === 'sure' || state === 'likely')
  const [verb, noun] = isSure ? ['Verify', 'payment'] : ['Record', 'transfer']
  return `${verb} ${lines.length} ${noun}${lines.length === 1 ? '' : 's'}`
}

/** 'Rs 297,312 in total. The customers are notified right away.' */
function describeBatch(lines: readonly StatementLine[]): string {
  const [total, customers] =
    lines.length === 1 ? ['', 'The customer is notified'] : [' in total', 'The customers are notified']
  const isForOrders = lines.some(({ state }) => state !== 'unmatched')
  return `${sumsOf(lines).join(' and ')}${total}. ${isForOrders ? `${customers} right away` : 'No customer is notified'}.`
}

/** 'Rs 297,312', for each currency. */
const sumsOf = (lines: readonly StatementLine[]) =>
  addUp(lines.flatMap(({ amount, currency }) => (amount === null ? [] : { amount, currency }))).map((sum) =>
    formatAmount(sum.amount, sum.currency),
  )
