import { classNames } from '../ui/class-names.ts'

/** An item's logo, decorative beside its name. Classes set the size. */
export function ItemLogo({ link, className }: { link: string; className?: string }) {
  return (
    <img
      src={link}
      alt=""
      loading="lazy"
      className={classNames('flex-none rounded-md border border-line bg-sunken object-cover', className)}
    />
  )
}
