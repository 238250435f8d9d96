/** The classes of a row of a label, its value and their copy button, and those of the label. */
export const copyRow =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 max-tight:flex max-tight:flex-col max-tight:items-start wide:py-2.5'
export const copyTerm = 'text-sm text-muted'
