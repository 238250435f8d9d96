import { Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { Tile, Tiles } from './tiles.tsx'

/** Key figures that are loading; those with a note have a line more. */
export const TilesSkeleton = ({ labels, hasNotes }: { labels: readonly string[]; hasNotes?: boolean }) => (
  <Tiles>
    {labels.map((label) => (
      <Tile
        key={label}
        label={label}
        value={<SkeletonLine className="w-20" />}
        note={hasNotes && <SkeletonLine className="w-36" />}
      />
    ))}
  </Tiles>
)

/** A chart by day that is loading. */
export const DayChartSkeleton = ({ title }: { title: string }) => (
  <section>
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="text-lg">{title}</h2>
      <div className="text-sm">
        <SkeletonLine className="w-24" />
      </div>
    </div>
    <div className="surface p-4 pt-8">
      <div className="skeleton-group flex h-40 items-end gap-1.5 border-b sm:gap-2">
        {Array.from({ length: 30 }, (_, day) => (
          <Skeleton key={day} className={`flex-1 rounded-b-none ${barHeights[(day * 7) % barHeights.length]}`} />
        ))}
      </div>
      <div className="mt-1 flex justify-between text-xs">
        {[1, 2, 3, 4, 5].map((label) => (
          <SkeletonLine key={label} className="w-10" />
        ))}
      </div>
    </div>
  </section>
)
const barHeights = ['h-10', 'h-24', 'h-16', 'h-32', 'h-6', 'h-20', 'h-28', 'h-12', 'h-14']

/** A list of bars that is loading. */
export const BarsSkeleton = ({ title }: { title: string }) => (
  <section>
    <h2 className="mb-2 text-lg">{title}</h2>
    <div className="surface skeleton-group skeleton-rows grid gap-3 p-4 text-sm">
      {[1, 2, 3].map((row) => (
        <div key={row}>
          <div className="flex justify-between gap-4">
            <SkeletonLine className="w-28" />
            <SkeletonLine className="skeleton-end w-20" />
          </div>
          <SkeletonLine className="w-full" />
        </div>
      ))}
    </div>
  </section>
)

/** A heading, and rows below it that are loading. */
export const RowsSkeleton = ({ title, rows }: { title: string; rows: number }) => (
  <section>
    <h2 className="mb-2 text-lg">{title}</h2>
    <div className="surface skeleton-group skeleton-rows divide-y divide-line text-sm">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex min-h-11 items-center justify-between gap-4 px-4 py-2">
          <SkeletonLine className="w-24" />
          <SkeletonLine className="w-36 max-sm:hidden" />
          <SkeletonLine className="w-20 max-md:hidden" />
          <SkeletonLine className="skeleton-end ml-0! w-16" />
        </div>
      ))}
    </div>
  </section>
)
