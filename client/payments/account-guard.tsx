import { classNames } from '../ui/class-names.ts'

/** Against forged accounts, to be read before anything is copied. */
export const AccountGuard = ({ className }: { className?: string }) => (
  <p className={classNames('text-sm text-muted', className)}>
    Pay only to the account shown here. Our emails show the same details, and we never send them by chat. If anything
    differs, don’t pay: ask support.
  </p>
)
