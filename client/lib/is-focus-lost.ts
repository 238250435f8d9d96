/** Whether the control that had the focus is gone, and nothing but the part of the page around it has taken it. */
export const isFocusLost = () => document.activeElement!.matches('body,:disabled,[data-kept]')
