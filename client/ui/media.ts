/** Whether the user has asked for no motion. In the browser only. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
/** Whether the window is as narrow as the class prefix `max-wide:` says. In the browser only. */
export const isNarrow = () => matchMedia('(width <= 56.25rem)').matches
