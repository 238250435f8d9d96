/** Whether this process wants requests: not while it starts, and not once it is about to stop. */
export const readiness = { ready: true }
