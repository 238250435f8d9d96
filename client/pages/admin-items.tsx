import { PackageOpen, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { itemStateFilters, staffItemSorts } from '../../shared/catalogue/staff-schema.ts'
import { FilterSelect } from '../staff/filter-select.tsx'
import { countFilters } from '../staff/list-filters.tsx'
import { ListPage } from '../staff/list-page.tsx'
import { parseSort, tableSort } from '../staff/list-sort.ts'
import { oneOf, useQueryFilters } from '../lib/use-query-filters.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { loadMoreStaffItems, loadStaffCategories, loadStaffItems } from '../catalogue/staff/actions.ts'
import { ArchivedSelect } from '../catalogue/staff/archived-select.tsx'
import { CategoryPrices, SelectionBar } from '../catalogue/staff/bulk-prices.tsx'
import { CsvButtons, ImportButton } from '../catalogue/staff/csv-buttons.tsx'
import { itemColumns } from '../catalogue/staff/item-columns.tsx'
import type { StaffItemFilter } from '../catalogue/staff/state.ts'
import { SelectAll } from '../catalogue/staff/select-all.tsx'
import { useSelection } from '../catalogue/staff/use-selection.ts'
import { staffCategoriesKey, staffItemsKey } from '../catalogue/staff/store.ts'
import { useClient, useStore } from '../client-context.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'

const ImportDialog = lazyPart(() => import('../catalogue/staff/import-dialog.tsx'))

export default function AdminItemsPage() {
  const client = useClient()
  const [, navigate] = useLocation()
  const query = useQueryFilters(['archived', 'category', 'q', 'sort', 'direction'])
  const filter: StaffItemFilter = {
    archived: oneOf(itemStateFilters, query.filter.archived),
    category: query.filter.category,
    q: query.filter.q,
    ...parseSort(staffItemSorts, query.filter),
  }
  const key = staffItemsKey(filter)
  const loading = useLoad(key, (signal) => loadStaffItems(client, filter, signal))
  const { status: categoriesStatus, retry: retryCategories } = useLoad(staffCategoriesKey, (signal) =>
    loadStaffCategories(client, signal),
  )
  const list = useStore((state) => state.staffCatalogue.lists[key])
  const byId = useStore((state) => state.staffCatalogue.items)
  const categories = useStore((state) => state.staffCatalogue.categories)
  const category = categories?.find(({ _id }) => _id === filter.category)
  const selection = useSelection(list?.ids ?? [], list?.totalCount ?? 0)
  const hasItems =
    categories?.some((one) => one.itemCount + one.draftCount + one.archivedCount > 0) ?? list?.ids.length !== 0
  // While they load, too, so that nothing moves when they are there.
  const canSelect = list ? list.ids.length > 0 : loading.status !== 'failed'
  // They aren't in the list of what is on sale, where someone who has just saved one looks for it.
  const drafts = (category ? [category] : (categories ?? [])).reduce((sum, one) => sum + one.draftCount, 0)
  const [isImporting, setImporting] = useState(false)
  const openImport = () => setImporting(true)
  const sort = tableSort(staffItemSorts, filter, query.change)
  useShortcuts({ n: () => navigate('/admin/items/new'), X: selection.toggleAll })

  return (
    <ListPage
      title="Items"
      noun="items"
      count={list?.totalCount}
      side={hasItems && newItem}
      search={{ placeholder: 'Name or description', value: filter.q ?? '', onChange: (q) => query.change({ q }) }}
      filters={
        <>
          <ArchivedSelect
            labels={{ no: 'On sale', draft: 'Drafts', yes: 'Archived', all: 'All' }}
            value={filter.archived ?? 'no'}
            onChange={(archived) => query.change({ archived: archived === 'no' ? '' : archived })}
          />
          <FilterSelect
            label="Category"
            value={filter.category}
            options={(categories ?? []).map(({ _id, name }) => [_id, name])}
            failure={
              !categories &&
              categoriesStatus === 'failed' && { text: 'Error loading categories', retry: retryCategories }
            }
            onChange={(category) => query.change({ category })}
          />
        </>
      }
      filterCount={countFilters(query.filter)}
      tools={
        hasItems && (
          <>
            <CsvButtons category={category} onImport={openImport} />
            {drafts > 0 && filter.archived === undefined && (
              <Button variant="plain" onClick={() => query.change({ archived: 'draft' })}>
                {drafts === 1 ? '1 draft' : `${drafts} drafts`}
              </Button>
            )}
            {canSelect && <SelectAll selection={selection} label="Select all shown" className="list-narrow" />}
            {category && <CategoryPrices category={category} />}
          </>
        )
      }
      loading={loading}
      list={list}
      byId={byId}
      columns={itemColumns(selection, sort.by)}
      sort={sort}
      href={(item) => `/admin/items/${item._id}`}
      keys={{
        actions: { x: ({ _id }) => selection.toggle(_id) },
        help: [
          [['x'], 'Select'],
          [['X'], 'Select all shown'],
          [['p'], 'Change the prices of the selected items'],
          [['n'], 'New item'],
        ],
      }}
      empty={
        hasItems ? (
          <EmptyState
            icon={PackageOpen}
            title="No items on sale"
            text="All are drafts or archived."
            action={<Button onClick={() => query.change({ archived: 'all' })}>Show all items</Button>}
          />
        ) : (
          <EmptyState
            icon={PackageOpen}
            title="No items yet"
            text="Create the first item, or import a list, to start selling."
            action={
              <>
                {newItem}
                <ImportButton onClick={openImport} />
              </>
            }
          />
        )
      }
      isFiltered={query.isSet}
      hasOtherRows={hasItems}
      onReset={query.reset}
      onLoadMore={() => loadMoreStaffItems(client, filter)}
    >
      <p role="status" className="sr-only">
        {selection.ids.length > 0 && `${selection.ids.length} of ${selection.totalCount} selected`}
      </p>
      {selection.ids.length > 0 && <SelectionBar selection={selection} />}
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </ListPage>
  )
}

const newItem = (
  <ButtonLink href="/admin/items/new" variant="primary" icon={Plus}>
    New item
  </ButtonLink>
)
