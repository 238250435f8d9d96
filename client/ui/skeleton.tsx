import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A grey placeholder, sized by classes ('h-40 w-full'). Invisible for the first 150 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton', className)} />
}

/** A placeholder for one line of text: as high as the line, and as wide as its classes say. */
export function SkeletonLine({ className }: { className?: string }) {
  return <Skeleton className={classNames('skeleton-line', className)} />
}

/** A placeholder for lines of text. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span className={classNames('grid gap-2.5 py-1', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line === lines - 1 && lines > 1 ? 'h-3 w-3/5' : 'h-3 w-full'} />
      ))}
    </span>
  )
}

/** Wraps skeletons and announces the loading to screen readers once. */
export function Loading({
  label = 'Loading…',
  children,
  className,
}: {
  label?: string
  children: ReactNode
  className?: string
}) {
  return (
    <>
      <span role="status" className="sr-only">
        {label}
      </span>
      <div aria-busy="true" className={className}>
        {children}
      </div>
    </>
  )
}
