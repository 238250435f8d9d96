/** Whether the user has asked for no motion. In the browser only. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
