import { PackageOpen, Plus } from 'lucide-react'
import { useLocation } from 'wouter'
import { archivedFilters } from '../../shared/staff-catalogue.ts'
import { FilterSelect } from '../staff/filter-select.tsx'
import { ListPage } from '../staff/list-page.tsx'
import { among, useAddress } from '../staff/use-address.ts'
import { useKeys } from '../staff/use-keys.ts'
import { loadMoreStaffItems, loadStaffCategories, loadStaffItems } from '../staff-catalogue/actions.ts'
import { ArchivedSelect } from '../staff-catalogue/archived-select.tsx'
import { itemColumns } from '../staff-catalogue/item-columns.tsx'
import { type ItemsFilter, staffCategoriesKey, staffItemsKey } from '../staff-catalogue/store.ts'
import { useClient, useStore } from '../store.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'

/** The shelf as staff see it. */
export default function AdminItemsPage() {
  const client = useClient()
  const [, navigate] = useLocation()
  const address = useAddress(['archived', 'category', 'q'])
  const filter: ItemsFilter = {
    archived: among(archivedFilters, address.filter.archived),
    category: address.filter.category,
    q: address.filter.q,
  }
  const key = staffItemsKey(filter)
  const loading = useLoad(key, (signal) => loadStaffItems(client, filter, signal))
  useLoad(staffCategoriesKey, (signal) => loadStaffCategories(client, signal))
  const list = useStore((state) => state.staffCatalogue.lists[key])
  const byId = useStore((state) => state.staffCatalogue.items)
  const categories = useStore((state) => state.staffCatalogue.categories)
  useKeys({ n: () => navigate('/admin/items/new') })

  return (
    <ListPage
      title="Items"
      what="items"
      count={list?.totalCount}
      side={newItem}
      search={{ placeholder: 'Name or description', value: filter.q ?? '', onChange: (q) => address.change({ q }) }}
      filters={
        <>
          <ArchivedSelect
            here="On sale"
            value={filter.archived}
            onChange={(archived) => address.change({ archived: archived === 'no' ? '' : archived })}
          />
          <FilterSelect
            label="Category"
            value={filter.category}
            options={(categories ?? []).map(({ _id, name }) => [_id, name])}
            onChange={(category) => address.change({ category })}
          />
        </>
      }
      loading={loading}
      list={list}
      byId={byId}
      columns={itemColumns}
      href={(item) => `/admin/items/${item._id}`}
      keys={{ act: {}, help: [[['n'], 'New item']] }}
      none={
        <EmptyState
          icon={PackageOpen}
          title="Nothing on the shelf yet"
          text="Put the first item there."
          action={newItem}
        />
      }
      isFiltered={address.isSet}
      onReset={address.reset}
      onMore={() => loadMoreStaffItems(client, filter)}
    />
  )
}

const newItem = (
  <ButtonLink href="/admin/items/new" variant="primary" icon={Plus}>
    New item
  </ButtonLink>
)
