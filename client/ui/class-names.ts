type Nothing = false | null | undefined | 0 | 0n

/** Joins the class names that apply. */
export function classNames(...names: (string | Nothing)[]) {
  return names.filter(Boolean).join(' ')
}
