import { classNames } from '../ui/class-names.ts'

/** An item's logo, decorative beside its name. Classes set the size; what stands at the top of a page is eager. */
export function ItemLogo({ link, className, isEager }: { link: string; className?: string; isEager?: boolean }) {
  return (
    <img
      src={link}
      alt=""
      loading={isEager ? 'eager' : 'lazy'}
      className={classNames('flex-none rounded-md border border-line bg-sunken object-cover', className)}
    />
  )
}
