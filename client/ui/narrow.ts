/** The media query that matches the same widths as the class prefix `max-wide:`. */
export const NARROW = '(width <= 900px)'
