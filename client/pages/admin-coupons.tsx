import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { archivedFilters } from '../../shared/catalogue/staff-schema.ts'
import { couponSorts, type StaffCoupon } from '../../shared/coupons/staff-schema.ts'
import { useNow } from '../lib/use-now.ts'
import { countFilters } from '../staff/list-filters.tsx'
import { ListPage } from '../staff/list-page.tsx'
import { parseSort, tableSort } from '../staff/list-sort.ts'
import { oneOf, useQueryFilters } from '../lib/use-query-filters.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { loadStaffCategories } from '../catalogue/staff/actions.ts'
import { ArchivedSelect } from '../catalogue/staff/archived-select.tsx'
import { couponColumns } from '../coupons/staff/coupon-columns.tsx'
import { CouponDialog } from '../coupons/staff/coupon-dialog.tsx'
import { CouponUses } from '../coupons/staff/coupon-uses.tsx'
import { EndCoupon } from '../coupons/staff/end-coupon.tsx'
import { staffCategoriesKey } from '../catalogue/staff/store.ts'
import { loadCoupons, loadMoreCoupons } from '../coupons/staff/actions.ts'
import type { CouponFilter } from '../coupons/staff/state.ts'
import { couponsKey } from '../coupons/staff/store.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'

const archived: CouponFilter = { archived: 'yes', q: undefined }

type OpenDialog = { name: 'new' } | { name: 'edit' | 'uses' | 'end'; id: string }

export default function AdminCouponsPage() {
  const client = useClient()
  const now = useNow(30_000)
  const query = useQueryFilters(['archived', 'q', 'sort', 'direction'])
  const filter: CouponFilter = {
    archived: oneOf(archivedFilters, query.filter.archived),
    q: query.filter.q,
    ...parseSort(couponSorts, query.filter),
  }
  const key = couponsKey(filter)
  const loading = useLoad(key, (signal) => loadCoupons(client, filter, signal))
  useLoad(staffCategoriesKey, (signal) => loadStaffCategories(client, signal))
  const list = useStore((state) => state.staffCoupons.lists[key])
  const archivedKey = couponsKey(archived)
  useLoad(list?.totalCount === 0 ? archivedKey : null, (signal) => loadCoupons(client, archived, signal))
  const hasEnded = useStore((state) => (state.staffCoupons.lists[archivedKey]?.totalCount ?? 0) > 0)
  const byId = useStore((state) => state.staffCoupons.byId)
  const isEmpty = list?.totalCount === 0 && !query.isSet
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  const selected = open && 'id' in open ? byId[open.id] : undefined
  const edit = ({ _id }: StaffCoupon) => setOpen({ name: 'edit', id: _id })
  const end = ({ _id }: StaffCoupon) => setOpen({ name: 'end', id: _id })
  const showUses = ({ _id }: StaffCoupon) => setOpen({ name: 'uses', id: _id })
  useShortcuts({ n: () => setOpen({ name: 'new' }) })

  const newCoupon = (
    <Button variant="primary" icon={Plus} onClick={() => setOpen({ name: 'new' })}>
      New coupon
    </Button>
  )
  return (
    <ListPage
      title="Coupons"
      noun="coupons"
      count={list?.totalCount}
      side={!isEmpty && newCoupon}
      search={{ placeholder: 'Code', value: filter.q ?? '', onChange: (q) => query.change({ q }) }}
      filters={
        <ArchivedSelect
          labels={{ no: 'Not ended', yes: 'Ended', all: 'All' }}
          value={filter.archived ?? 'no'}
          onChange={(archived) => query.change({ archived: archived === 'no' ? '' : archived })}
        />
      }
      filterCount={countFilters(query.filter)}
      loading={loading}
      list={list}
      byId={byId}
      sort={tableSort(couponSorts, filter, query.change)}
      columns={couponColumns({ now, onEdit: edit, onShowUses: showUses, onEnd: end })}
      keys={{
        actions: { e: (coupon) => !coupon.batch && end(coupon), u: showUses },
        help: [
          [['Enter'], 'Edit'],
          [['e'], 'End or restore'],
          [['u'], 'Who used it'],
          [['n'], 'New coupon'],
        ],
      }}
      empty={
        <EmptyState
          icon={TicketPercent}
          title={hasEnded ? 'No coupons left' : 'No coupons yet'}
          text={hasEnded ? 'All have ended.' : 'A coupon is a code for a discount on an order.'}
          action={newCoupon}
        />
      }
      isFiltered={query.isSet}
      hasOtherRows={hasEnded}
      onReset={query.reset}
      onLoadMore={() => loadMoreCoupons(client, filter)}
    >
      {open?.name === 'new' && <CouponDialog onShowCodes={showUses} onClose={close} />}
      {open?.name === 'edit' && selected && <CouponDialog key={selected._id} coupon={selected} onClose={close} />}
      {open?.name === 'uses' && selected && <CouponUses key={selected._id} coupon={selected} onClose={close} />}
      {open?.name === 'end' && selected && <EndCoupon coupon={selected} onClose={close} />}
    </ListPage>
  )
}
