/** For a link that is gone once it has been followed. */
export const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true })
