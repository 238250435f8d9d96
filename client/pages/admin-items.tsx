import { PackageOpen, Plus } from 'lucide-react'
import { useLocation } from 'wouter'
import { archivedFilters } from '../../shared/catalogue/staff-schema.ts'
import { FilterSelect } from '../staff/filter-select.tsx'
import { ListPage } from '../staff/list-page.tsx'
import { oneOf, useQueryFilters } from '../lib/use-query-filters.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { loadMoreStaffItems, loadStaffCategories, loadStaffItems } from '../catalogue/staff/actions.ts'
import { ArchivedSelect } from '../catalogue/staff/archived-select.tsx'
import { itemColumns } from '../catalogue/staff/item-columns.tsx'
import type { StaffItemFilter } from '../catalogue/staff/state.ts'
import { staffCategoriesKey, staffItemsKey } from '../catalogue/staff/store.ts'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminItemsPage() {
  const client = useClient()
  const [, navigate] = useLocation()
  const query = useQueryFilters(['archived', 'category', 'q'])
  const filter: StaffItemFilter = {
    archived: oneOf(archivedFilters, query.filter.archived),
    category: query.filter.category,
    q: query.filter.q,
  }
  const key = staffItemsKey(filter)
  const loading = useLoad(key, (signal) => loadStaffItems(client, filter, signal))
  useLoad(staffCategoriesKey, (signal) => loadStaffCategories(client, signal))
  const list = useStore((state) => state.staffCatalogue.lists[key])
  const byId = useStore((state) => state.staffCatalogue.items)
  const categories = useStore((state) => state.staffCatalogue.categories)
  useShortcuts({ n: () => navigate('/admin/items/new') })

  return (
    <ListPage
      title="Items"
      noun="items"
      count={list?.totalCount}
      side={newItem}
      search={{ placeholder: 'Name or description', value: filter.q ?? '', onChange: (q) => query.change({ q }) }}
      filters={
        <>
          <ArchivedSelect
            activeLabel="On sale"
            value={filter.archived}
            onChange={(archived) => query.change({ archived: archived === 'no' ? '' : archived })}
          />
          <FilterSelect
            label="Category"
            value={filter.category}
            options={(categories ?? []).map(({ _id, name }) => [_id, name])}
            onChange={(category) => query.change({ category })}
          />
        </>
      }
      loading={loading}
      list={list}
      byId={byId}
      columns={itemColumns}
      href={(item) => `/admin/items/${item._id}`}
      keys={{ actions: {}, help: [[['n'], 'New item']] }}
      empty={
        <EmptyState
          icon={PackageOpen}
          title="No items yet"
          text="Create the first item to start selling."
          action={newItem}
        />
      }
      isFiltered={query.isSet}
      onReset={query.reset}
      onLoadMore={() => loadMoreStaffItems(client, filter)}
    />
  )
}

const newItem = (
  <ButtonLink href="/admin/items/new" variant="primary" icon={Plus}>
    New item
  </ButtonLink>
)
