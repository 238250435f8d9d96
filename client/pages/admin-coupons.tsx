import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { archivedFilters, type StaffCoupon } from '../../shared/staff-catalogue.ts'
import { useNow } from '../orders/use-now.ts'
import { ListPage } from '../staff/list-page.tsx'
import { among, useAddress } from '../staff/use-address.ts'
import { useKeys } from '../staff/use-keys.ts'
import { loadCoupons, loadMoreCoupons, loadStaffCategories } from '../staff-catalogue/actions.ts'
import { ArchivedSelect } from '../staff-catalogue/archived-select.tsx'
import { couponColumns } from '../staff-catalogue/coupon-columns.tsx'
import { CouponDialog } from '../staff-catalogue/coupon-dialog.tsx'
import { EndCoupon } from '../staff-catalogue/end-coupon.tsx'
import { type CouponsFilter, couponsKey, staffCategoriesKey } from '../staff-catalogue/store.ts'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'

type Open = { what: 'new' } | { what: 'change' | 'end'; id: string }

export default function AdminCouponsPage() {
  const client = useClient()
  const now = useNow(30_000)
  const address = useAddress(['archived', 'q'])
  const filter: CouponsFilter = {
    archived: among(archivedFilters, address.filter.archived),
    q: address.filter.q,
  }
  const key = couponsKey(filter)
  const loading = useLoad(key, (signal) => loadCoupons(client, filter, signal))
  useLoad(staffCategoriesKey, (signal) => loadStaffCategories(client, signal))
  const list = useStore((state) => state.staffCatalogue.lists[key])
  const byId = useStore((state) => state.staffCatalogue.coupons)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const opened = open && 'id' in open ? byId[open.id] : undefined
  const change = ({ _id }: StaffCoupon) => setOpen({ what: 'change', id: _id })
  const end = ({ _id }: StaffCoupon) => setOpen({ what: 'end', id: _id })
  useKeys({ n: () => setOpen({ what: 'new' }) })

  const newCoupon = (
    <Button variant="primary" icon={Plus} onClick={() => setOpen({ what: 'new' })}>
      New coupon
    </Button>
  )
  return (
    <ListPage
      title="Coupons"
      what="coupons"
      count={list?.totalCount}
      side={newCoupon}
      search={{ placeholder: 'Part of a code', value: filter.q ?? '', onChange: (q) => address.change({ q }) }}
      filters={
        <ArchivedSelect
          here="In use"
          value={filter.archived}
          onChange={(archived) => address.change({ archived: archived === 'no' ? '' : archived })}
        />
      }
      loading={loading}
      list={list}
      byId={byId}
      columns={couponColumns({ now, onChange: change, onEnd: end })}
      keys={{
        act: { e: end },
        help: [
          [['Enter'], 'Change it'],
          [['e'], 'End it, or restore it'],
          [['n'], 'New coupon'],
        ],
      }}
      none={
        <EmptyState
          icon={TicketPercent}
          title="No coupons yet"
          text="A code that takes something off an order."
          action={newCoupon}
        />
      }
      isFiltered={address.isSet}
      onReset={address.reset}
      onMore={() => loadMoreCoupons(client, filter)}
    >
      {open?.what === 'new' && <CouponDialog onClose={close} />}
      {open?.what === 'change' && opened && <CouponDialog key={opened._id} coupon={opened} onClose={close} />}
      {open?.what === 'end' && opened && <EndCoupon coupon={opened} onClose={close} />}
    </ListPage>
  )
}
