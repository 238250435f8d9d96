/** Dispatched on the document when a dialog opens or closes, so that toasts can move above it. */
export const LAYER_CHANGE = 'layerchange'
