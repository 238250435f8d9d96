import { CheckCheck, Plus } from 'lucide-react'
import { useState } from 'react'
import { paymentLists, paymentSorts, type StaffPayment } from '../../shared/payments/staff-schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { oneOf, useQueryFilters } from '../lib/use-query-filters.ts'
import { loadMorePayments, loadPayments } from '../payments/staff/actions.ts'
import { paymentColumns } from '../payments/staff/payment-columns.tsx'
import { PaymentDialog } from '../payments/staff/payment-dialog.tsx'
import { RecordDialog } from '../payments/staff/record-dialog.tsx'
import type { PaymentFilter } from '../payments/staff/state.ts'
import { paymentsKey } from '../payments/staff/store.ts'
import { ListPage } from '../staff/list-page.tsx'
import { parseSort, tableSort } from '../staff/list-sort.ts'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/choice.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'

/** The ledger of payments; at first, those without an order. */
export default function AdminMoneyPage() {
  const client = useClient()
  const query = useQueryFilters(['state', 'q', 'sort', 'direction'])
  const filter: PaymentFilter = {
    state: oneOf(paymentLists, query.filter.state) ?? 'unassigned',
    q: query.filter.q,
    ...parseSort(paymentSorts, query.filter),
  }
  const key = paymentsKey(filter)
  const version = useStore((state) => (filter.q === undefined ? 0 : state.staffPayments.version))
  const loading = useLoad(`${key}#${version}`, (signal) => loadPayments(client, filter, signal))
  const list = useStore((state) => state.staffPayments.lists[key])
  const byId = useStore((state) => state.staffPayments.byId)
  const [decidingId, setDecidingId] = useState<string | null>(null)
  const [isRecording, setRecording] = useState(false)
  const deciding = decidingId === null ? undefined : byId[decidingId]
  const decide = ({ _id }: StaffPayment) => setDecidingId(_id)
  useShortcuts({ n: () => setRecording(true) })

  return (
    <ListPage
      title={titles[filter.state]}
      shortTitle="Transfers"
      noun="transfers"
      count={list?.totalCount}
      search={{ placeholder: 'Name, message or amount', value: filter.q ?? '', onChange: (q) => query.change({ q }) }}
      tools={
        <Segments
          legend="Show"
          hideLegend
          options={paymentLists.map((value) => ({ value, label: tabs[value] }))}
          value={filter.state}
          onChange={(state) => query.change({ state: state === 'unassigned' ? '' : state })}
        />
      }
      side={
        <Button variant="primary" size="small" icon={Plus} onClick={() => setRecording(true)}>
          <span className="max-sm:sr-only">Record a transfer</span>
        </Button>
      }
      loading={loading}
      list={list}
      byId={byId}
      columns={paymentColumns(decide)}
      sort={tableSort(paymentSorts, filter, query.change)}
      keys={{
        actions: { a: decide },
        help: [
          [['a'], 'Assign or change'],
          [['n'], 'Record a transfer'],
        ],
      }}
      empty={<NothingWaits state={filter.state} />}
      isFiltered={filter.q !== undefined}
      onReset={() => query.change({ q: '' })}
      onLoadMore={() => loadMorePayments(client, filter)}
    >
      {deciding && <PaymentDialog key={deciding._id} payment={deciding} onClose={() => setDecidingId(null)} />}
      {isRecording && <RecordDialog onClose={() => setRecording(false)} />}
    </ListPage>
  )
}

const NothingWaits = ({ state }: { state: PaymentFilter['state'] }) =>
  state === 'unassigned' ? (
    <EmptyState
      icon={CheckCheck}
      title="Every transfer has an order"
      text="Transfers without an order, late ones and second ones wait here. Record one when you receive it."
    />
  ) : (
    <EmptyState icon={CheckCheck} title="No transfers here" text="Transfers appear here once they are recorded." />
  )

const titles: Record<PaymentFilter['state'], string> = {
  unassigned: 'Transfers without an order',
  assigned: 'Transfers with an order',
  dismissed: 'Dismissed transfers',
  all: 'All transfers',
}
const tabs: Record<PaymentFilter['state'], string> = {
  unassigned: 'No order',
  assigned: 'With an order',
  dismissed: 'Dismissed',
  all: 'All',
}
