import { Eye, KeyRound } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Order } from '../../shared/orders/schema.ts'
import { useClient } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { copyRow, copyTerm } from '../ui/copy-row.ts'
import { openDelivery } from './actions.ts'
import { deliveryParts, splitLinks } from './delivery-parts.ts'
import { useAct } from '../lib/use-act.ts'
import { formatMomentInText } from '../lib/format-date.ts'

/** The delivery note, hidden until it is revealed, and hidden again when the page is left or staff change the note. */
export function Delivery({ order }: { order: Order }) {
  const { note, isOutdated, busy, reveal, hide } = useNote(order)
  return (
    <section aria-labelledby="delivery" className="surface p-5 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="delivery" className="flex items-center gap-2.5 text-lg">
          <KeyRound size={18} className="flex-none text-accent" />
          Your delivery
        </h2>
        {note === null ? (
          <Button variant="primary" icon={Eye} busy={busy} onClick={reveal}>
            Reveal
          </Button>
        ) : (
          <Button size="small" onClick={hide}>
            Hide
          </Button>
        )}
      </div>
      {note === null ? (
        <p className="mt-1.5 text-sm text-muted">Only you can open it. Reveal it when nobody can see your screen.</p>
      ) : (
        <Note text={note} />
      )}
      <p role="status" className={isOutdated ? 'mt-3 text-sm font-medium text-waiting' : 'sr-only'}>
        {isOutdated && 'Your delivery has just been updated. Reveal it again.'}
      </p>
      <p className="tabular mt-3 flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <span>{openedText(order)}</span>
        <span>
          Something doesn’t work?{' '}
          <Link href={`/support?order=${order._id}`} className="link">
            Tell support
          </Link>
        </span>
      </p>
    </section>
  )
}

function openedText({ deliveryOpenedAt, deliveryChangedAt, deliveryReopenedAt }: Order): string {
  const opened = deliveryOpenedAt ? `First opened ${formatMomentInText(deliveryOpenedAt)}` : 'Not opened yet'
  if (!deliveryChangedAt) return opened
  const isNew = deliveryOpenedAt !== null && deliveryReopenedAt === null
  return `${opened}. Updated ${formatMomentInText(deliveryChangedAt)}${isNew ? ', not opened since' : ''}`
}

/** Takes the focus, so that it is read out and can be copied with the keyboard. */
function Note({ text }: { text: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  const parts = deliveryParts(text)
  const hasRows = parts.some(({ kind }) => kind === 'row')
  return (
    <div className="unfolding">
      <div className="mt-4 grid gap-3 rounded-md border bg-sunken/60 p-4">
        <div ref={element} tabIndex={-1} aria-label="Delivery note" role="note" className="grid gap-3 outline-none">
          {parts.map((part, index) =>
            part.kind === 'row' ? (
              <Row key={index} {...part} />
            ) : (
              <p key={index} className="text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
                <WithLinks text={part.text} />
              </p>
            ),
          )}
        </div>
        {/* The button of an only row copies all there is. */}
        {(!hasRows || parts.length > 1) && (
          <CopyButton
            text={text}
            what="delivery note"
            {...(hasRows && { label: 'Copy all' })}
            className="justify-self-start"
          />
        )}
      </div>
    </div>
  )
}

const Row = ({ label, value }: { label: string; value: string }) => (
  <dl className={`${copyRow} -my-2 wide:-my-2.5`}>
    <dt className={`${copyTerm} wrap-anywhere`}>{label}</dt>
    <dd className="tabular font-medium wrap-anywhere whitespace-pre-wrap">
      <WithLinks text={value} />
    </dd>
    <dd className="col-start-2 row-span-2 row-start-1">
      <CopyButton text={value} what={label} />
    </dd>
  </dl>
)

const WithLinks = ({ text }: { text: string }) =>
  splitLinks(text).map(({ text: piece, isLink }, index) =>
    isLink ? (
      <a key={index} className="link" href={piece} target="_blank" rel="noreferrer">
        {piece.split(/(?<=:\/\/|[^:/][/?&=])/).map((part, at) => (
          <Fragment key={at}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </a>
    ) : (
      piece
    ),
  )

/** The note is held only while it is shown, and never in the store. One that staff changed meanwhile is hidden. */
function useNote({ _id, deliveryChangedAt }: Order) {
  const client = useClient()
  const [opened, setOpened] = useState<{ note: string; version: number | null } | null>(null)
  const { busy, run } = useAct(
    async () => {
      const version = deliveryChangedAt
      setOpened({ note: await openDelivery(client, _id), version })
    },
    { failed: 'Request failed', unreached: 'Network error' },
  )
  const isOutdated = opened !== null && opened.version !== deliveryChangedAt

  return {
    note: opened === null || isOutdated ? null : opened.note,
    isOutdated,
    busy,
    reveal: () => run(),
    hide: () => setOpened(null),
  }
}
