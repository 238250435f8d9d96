let ready = true

/** Whether this process accepts requests; false once it is shutting down. */
export const isReady = () => ready

/** Makes the health check fail, so that a load balancer stops sending requests here. */
export function markNotReady() {
  ready = false
}
