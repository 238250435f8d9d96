import { useState } from 'react'

/** Whether the page had one column when it was opened, where what isn't needed any more starts folded. */
export const useStartsInOneColumn = () => useState(() => matchMedia('(width < 48rem)').matches)[0]
