type Falsy = false | null | undefined | 0 | 0n

/** Joins the class names that aren't falsy. */
export function classNames(...names: (string | Falsy)[]) {
  return names.filter(Boolean).join(' ')
}
