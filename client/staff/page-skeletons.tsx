import { Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { Tile, Tiles } from './tiles.tsx'

/** Key figures that are loading. @param tiles by label, how many lines the note has on a phone */
export const TilesSkeleton = ({ tiles }: { tiles: Readonly<Record<string, 0 | 1 | 2>> }) => (
  <Tiles>
    {Object.entries(tiles).map(([label, noteLines]) => (
      <Tile
        key={label}
        label={label}
        value={<SkeletonLine className="w-20" />}
        note={
          noteLines > 0 && (
            <>
              <SkeletonLine className="w-36" />
              {noteLines > 1 && <SkeletonLine className="w-20 sm:hidden" />}
            </>
          )
        }
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
      <div className="mt-2 flex justify-between text-xs">
        {[1, 2, 3, 4, 5].map((label) => (
          <SkeletonLine key={label} className="w-10" />
        ))}
      </div>
      {/* "Show as table" */}
      <div className="mt-3 flex h-8 items-center text-sm max-wide:h-11">
        <SkeletonLine className="w-28" />
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
        <div key={row} className="grid gap-1">
          <div className="flex justify-between gap-4">
            <SkeletonLine className="w-28" />
            <SkeletonLine className="skeleton-end w-20" />
          </div>
          <Skeleton className="h-1.5" />
        </div>
      ))}
    </div>
  </section>
)

/** A heading, and rows of two lines below it that are loading; nobody knows how many, so that nothing can follow them. */
export const RowsSkeleton = ({ title, className }: { title: string; className?: string }) => (
  <section className={className}>
    <h2 className="mb-2 text-lg">{title}</h2>
    <div className="surface skeleton-page skeleton-group skeleton-rows divide-y divide-line text-sm">
      {Array.from({ length: 16 }, (_, row) => (
        <div key={row} className="px-4 py-2">
          <div className="flex justify-between gap-4">
            <SkeletonLine className="w-36" />
            <SkeletonLine className="skeleton-end ml-0! w-12" />
          </div>
          <div className="text-xs">
            <SkeletonLine className="w-20" />
          </div>
        </div>
      ))}
    </div>
  </section>
)
